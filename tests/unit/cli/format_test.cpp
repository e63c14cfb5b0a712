// Formats every example of the gallery: the results stay the same, and no comment is lost.
#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

#include "cli/disk.hpp"
#include "engine.hpp"
#include "runner/case_file.hpp"
#include "runner/check.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"
#include "value/map.hpp"

namespace evalground::cli {
namespace {

// The formatted text of a file or of the expression; nothing when formatting is refused.
std::optional<std::string> formatted(const Map& workspace, const Value* file, Budget& budget) {
  Map request{{"ask", Value::string("format")}, {"workspace", Value::map(workspace)}};
  request.set(file == nullptr ? "target" : "file", file == nullptr ? Value::string("expression") : *file);
  const Value answer = parse_json(assist(write_json(Value::map(std::move(request)), budget)), budget);
  const Value* value = answer.as_map().find("value");
  if (value == nullptr) return std::nullopt;
  return std::string(value->as_map().find("text")->as_string());
}

TEST(Format, KeepsTheResultOfEveryExample) {
  std::size_t changed = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("engine/dialects")) {
    if (entry.path().extension() != ".yaml" || entry.path().parent_path().filename() != "gallery") continue;
    const std::string path = entry.path().string();
    for (const runner::Case& one : runner::read_cases(path, read_file(path))) {
      Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 256ULL << 20, .depth = 1000});
      const Map before = parse_json(one.json, budget).as_map();
      Map after = before;
      if (const Value* files = before.find("files"); files != nullptr && files->is_map()) {
        Map laid_out = files->as_map();
        for (const auto& [name, content] : files->as_map()) {
          const std::optional<std::string> text = formatted(before, &name, budget);
          if (!text || !content.is_string()) continue;
          const std::string_view old = content.as_string();
          EXPECT_EQ(std::count(text->begin(), text->end(), '#'), std::count(old.begin(), old.end(), '#')) << path;
          if (*text != old) ++changed;
          laid_out.set(name, Value::string(*text));
        }
        after.set("files", Value::map(std::move(laid_out)));
      }
      if (const Value* expression = before.find("expression"); expression != nullptr && expression->is_string()) {
        if (const std::optional<std::string> text = formatted(before, nullptr, budget)) {
          if (*text != expression->as_string()) ++changed;
          after.set("expression", Value::string(*text));
        }
      }
      ClosedHost host;
      const std::string workspace = write_json(Value::map(std::move(after)), budget);
      const std::string was = runner::check(one.json, evaluate(one.json, "", host));
      EXPECT_EQ(runner::check(one.json, evaluate(workspace, "", host)), was) << path;
    }
  }
  EXPECT_GT(changed, 0U);
}

}  // namespace
}  // namespace evalground::cli
