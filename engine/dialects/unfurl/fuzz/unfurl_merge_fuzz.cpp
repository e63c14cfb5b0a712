// Any texts as a document and the files that it includes: expanding ends within its budget, gives a map, and changes
// nothing more when it is done again.
#include <string>

#include "base/text/text.hpp"
#include "data/yaml/write.hpp"
#include "dialects/unfurl/merge/expand.hpp"
#include "fuzz/target.hpp"

namespace {

// Separates the texts of main.yaml, 1.yaml, 2.yaml, …
constexpr std::string_view separator = "\n%%\n";

// Expands main.yaml of these files, and then the result. True on success.
bool expands(evalground::Map files, const std::string* expected) {
  evalground::Workspace workspace;
  workspace.files = std::move(files);
  workspace.main = "main.yaml";
  workspace.limits = {.steps = 50'000, .memory = 32U << 20U, .output = 1U << 20U};
  const evalground::RunOptions options;
  evalground::ClosedHost host;
  evalground::Context context(workspace, options, host);
  try {
    const evalground::Value value = evalground::unfurl::expand_document(context, workspace.main);
    if (!value.is_map()) evalground::report("it gave no map");
    const std::string text = evalground::write_yaml(value, context.budget);
    if (expected != nullptr) {
      if (text != *expected) evalground::report("expanding\n" + *expected + "gave\n" + text);
      return true;
    }
    // Values inserted by `raw` still contain directives.
    bool is_raw = false;
    for (const auto& file : workspace.files) is_raw |= file.value.as_string().find("raw") != std::string_view::npos;
    return is_raw || expands({{"main.yaml", evalground::Value::string(text)}}, &text);
  } catch (const evalground::Error&) {
  } catch (const evalground::LimitError&) {
  } catch (const evalground::Pending&) {
  }
  return false;
}

}  // namespace

void fuzz(std::string_view text) {
  evalground::Map files;
  int number = 0;
  for (const std::string_view part : evalground::Split(text, separator)) {
    const std::string name = number == 0 ? "main.yaml" : std::to_string(number) + ".yaml";
    files.set(name, evalground::Value::string(part));
    if (++number > 8) break;
  }
  expands(std::move(files), nullptr);
}
