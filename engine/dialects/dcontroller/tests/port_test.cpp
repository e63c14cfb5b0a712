#include "dialects/dcontroller/port.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "dialects/dcontroller/dcontroller.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::dcontroller {
namespace {

struct Ported {
  std::string text;  // with all fixes applied
  std::vector<std::string> messages;

  bool says(std::string_view part) const {
    return std::any_of(messages.begin(), messages.end(),
                       [&](const std::string& message) { return message.find(part) != std::string::npos; });
  }
};

Ported ported(const std::string& text, const Value& data = Value::list()) {
  const Value json = Value::map({{"dialect", Value::string("dcontroller")},
                                 {"main", Value::string("main.yaml")},
                                 {"files", Value::map({{"main.yaml", Value::string(text)}})},
                                 {"data", data}});
  std::vector<Diagnostic> problems;
  const Workspace workspace = read_workspace(json, &dialect().description(), problems);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  Ported result{text, {}};
  std::vector<Fix::Edit> edits;
  for (const Diagnostic& one : port_of(context, "2026")) {
    result.messages.push_back(one.message);
    if (!one.fixes.empty()) edits.insert(edits.end(), one.fixes[0].edits.begin(), one.fixes[0].edits.end());
  }
  const auto begin = [&](const Fix::Edit& edit) { return context.sources.origin(edit.where).begin; };
  std::stable_sort(edits.begin(), edits.end(),
                   [&](const Fix::Edit& a, const Fix::Edit& b) { return begin(a) > begin(b); });
  for (const Fix::Edit& edit : edits) {
    const Origin& origin = context.sources.origin(edit.where);
    result.text.replace(origin.begin, origin.end - origin.begin, edit.text);
  }
  return result;
}

TEST(DcontrollerPort, puts_the_target_into_a_list) {
  const Ported found = ported("name: c\nsources: [{kind: Pod}]\npipeline: []\ntarget:\n  kind: View\n");
  EXPECT_EQ(found.text, "name: c\nsources: [{kind: Pod}]\npipeline: []\ntargets:\n  [{\"kind\":\"View\"}]\n");
}

TEST(DcontrollerPort, rewrites_texts_that_were_more_than_text) {
  EXPECT_EQ(ported("- '@project': {at: '@now', all: $}\n").text, "- '@project': {at: {\"@now\": null}, all: \"$.\"}\n");
  EXPECT_EQ(ported("- '@project': $.\n").text, "- '@project': {\"$.\":\"$.\"}\n");
}

TEST(DcontrollerPort, says_what_a_gone_name_is_written_as) {
  EXPECT_TRUE(ported("- '@gather': [$.a, $.b]\n").says("2026 has no `@gather`: write `@groupBy`"));
  EXPECT_EQ(ported("- '@select': {'@has': $.a}\n").text, "- '@select': {\"@exists\": $.a}\n");
}

TEST(DcontrollerPort, warns_of_missing_fields_once) {
  const Ported found = ported("- '@select': {'@and': [$.a, $.b]}\n");
  ASSERT_EQ(found.messages.size(), 1u);
  EXPECT_TRUE(found.says("A path without a match is an error"));
}

TEST(DcontrollerPort, compares_the_results_when_nothing_is_found) {
  Budget budget;
  const Value pods = parse_json(R"([{"kind": "Pod", "metadata": {"name": "a"}}])", budget);
  EXPECT_TRUE(ported("- '@select': true\n", pods).messages.empty());
  EXPECT_TRUE(ported("- '@project': {metadata: {}}\n", pods).messages.empty());  // fails in 2025, too
  EXPECT_TRUE(ported("- '@join': true\n- '@project': {metadata: {name: x}}\n", pods).says("In 2026 this fails"));
}

TEST(DcontrollerPort, knows_one_version_only) {
  const RunOptions options;
  ClosedHost host;
  std::vector<Diagnostic> problems;
  const Workspace workspace = read_workspace(Value::map({{"expression", Value::integer(1)}}), nullptr, problems);
  Context context(workspace, options, host);
  EXPECT_THROW(port_of(context, "2027"), Error);
}

}  // namespace
}  // namespace evalground::dcontroller
