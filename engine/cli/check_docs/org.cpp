// The examples of CFEngine: a policy with Org blocks in its comments, one of which contains the output of the agent.
//
//   #+begin_src example_output     The policy is the whole file: the other lines are comments to it.
//   #@ ```
//   #@ R: OK
//   #@ ```
//   #+end_src

#include "base/text/text.hpp"
#include "cli/check_docs/attributes.hpp"
#include "cli/check_docs/lines.hpp"

namespace evalground::cli {

std::vector<Block> read_org(std::string_view text) {
  constexpr std::string_view begin = "#+begin_src ";
  const std::vector<Line> lines = lines_of(text);
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].text.starts_with(begin)) continue;
    Block block;
    block.at = lines[i].begin;
    block.language = lower_case(trim(lines[i].text.substr(begin.size())));
    std::size_t first = i + 1;
    std::size_t last = first;
    while (last < lines.size() && !lines[last].text.starts_with("#+end_")) ++last;
    i = last;
    if (block.language == "cfengine3") {
      block.content = {0, text.size(), ""};
    } else {
      // The lines between the fences, if there are two.
      std::size_t end = last;
      if (end > first && trim(lines[first].text).starts_with("#@ ```")) ++first;
      if (end > first && trim(lines[end - 1].text) == "#@ ```") --end;
      const std::size_t from = first < lines.size() ? lines[first].begin : text.size();
      block.content = {from, end > first ? lines[end - 1].end : from, "#@ "};
    }
    block.text = read_place(text, block.content);
    blocks.push_back(std::move(block));
  }
  return blocks;
}

}  // namespace evalground::cli
