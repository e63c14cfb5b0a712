#include "dialects/ansible/project/shell_words.hpp"

#include "base/text/any_of.hpp"

namespace evalground::ansible {

std::optional<std::vector<ShellWord>> split_shell_words(std::string_view line, std::string& problem) {
  std::vector<ShellWord> words;
  std::optional<ShellWord> word;
  const auto begin = [&](std::size_t at) {
    if (!word) word = ShellWord{{}, static_cast<std::uint32_t>(at), 0};
  };
  const auto finish = [&](std::size_t at) {
    if (!word) return;
    word->end = static_cast<std::uint32_t>(at);
    words.push_back(std::move(*word));
    word.reset();
  };
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (is_any_of(c, " \t\r\n")) {
      finish(at);
    } else if (c == '#') {
      finish(at);
      return words;
    } else if (c == '\\') {
      begin(at);
      if (++at == line.size()) {
        problem = "No escaped character";
        return std::nullopt;
      }
      word->text += line[at];
    } else if (c == '\'' || c == '"') {
      begin(at);
      for (++at; at < line.size() && line[at] != c; ++at) {
        // Within double quotes a backslash escapes only itself and the quote.
        const bool escapes =
            c == '"' && line[at] == '\\' && at + 1 < line.size() && (line[at + 1] == '"' || line[at + 1] == '\\');
        if (escapes) ++at;
        word->text += line[at];
      }
      if (at >= line.size()) {
        problem = "No closing quotation";
        return std::nullopt;
      }
    } else {
      begin(at);
      word->text += c;
    }
  }
  finish(line.size());
  return words;
}

}  // namespace evalground::ansible
