// Tests what a case cannot express: places, origins, trees, tokens, fixes.
#include "dialects/dcontroller/dcontroller.hpp"

#include <gtest/gtest.h>
#include <memory>

#include "base/text/text.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::dcontroller {
namespace {

// An evaluated workspace.
struct Evaluated {
  explicit Evaluated(std::string_view json) {
    Budget budget;
    std::vector<Diagnostic> problems;
    workspace = read_workspace(parse_json(json, budget), nullptr, problems);
    options.outline = options.tokens = options.provenance = true;
    context = std::make_unique<Context>(workspace, options, host);
    try {
      dialect().evaluate(*context, outcome);
    } catch (const Error& error) {
      context->diagnostics.push_back(error.diagnostic);
    }
  }

  std::string text_at(OriginId where) const { return where == 0 ? "" : std::string(context->sources.text_of(where)); }
  const Diagnostic& problem() const { return context->diagnostics.front(); }

  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  std::unique_ptr<Context> context;
  Outcome outcome;
};

const OutlineNode* find(const std::vector<OutlineNode>& nodes, std::string_view name) {
  for (const OutlineNode& node : nodes) {
    if (node.name == name) return &node;
    if (const OutlineNode* found = find(node.children, name)) return found;
  }
  return nullptr;
}

TEST(Dcontroller, gives_each_part_of_a_json_expression_its_place) {
  const Evaluated run(R"({"expression": {"a": [1, {"@add": [1, "$.x"]}]}, "data": {"x": 2}})");
  const Value& list = *run.outcome.value->as_map().find("a");
  EXPECT_EQ(run.text_at(list.origin()), R"([1,{"@add":[1,"$.x"]}])");
  EXPECT_EQ(run.text_at(list.as_list()[1].origin()), R"({"@add":[1,"$.x"]})");
  EXPECT_EQ(run.context->sources.origin(list.as_list()[1].origin()).via, Via::expression);
  EXPECT_EQ(run.context->sources.origin(list.as_list()[0].origin()).via, Via::literal);
}

TEST(Dcontroller, warns_of_text_that_is_broken_yaml) {
  const Evaluated run(R"({"expression": "a: b: c"})");
  EXPECT_EQ(run.outcome.value->as_string(), "a: b: c");
  ASSERT_EQ(run.context->diagnostics.size(), 1u);
  EXPECT_EQ(run.problem().severity, Severity::warning);
  EXPECT_EQ(run.problem().code, "yaml-syntax");
  EXPECT_EQ(Evaluated(R"({"expression": "at 12:30"})").context->diagnostics.size(), 0u);
}

TEST(Dcontroller, offers_the_quotes_of_an_operator) {
  const Evaluated run(R"({"expression": "@concat: [a, b]"})");
  ASSERT_EQ(run.problem().fixes.size(), 1u);
  const Fix::Edit& edit = run.problem().fixes[0].edits[0];
  EXPECT_EQ(run.text_at(edit.where), "@concat");
  EXPECT_EQ(edit.text, "\"@concat\"");
}

TEST(Dcontroller, says_that_a_path_of_kubectl_is_a_map) {
  const Evaluated run(R"({"expression": "{.metadata.name}", "data": {}})");
  EXPECT_EQ(run.problem().code, "not-evaluated");
  ASSERT_EQ(run.problem().fixes.size(), 1u);
  EXPECT_EQ(run.problem().fixes[0].edits[0].text, "$.metadata.name");
}

TEST(Dcontroller, has_a_tree_and_stages_for_each_operator_of_a_file) {
  const std::string one =
      R"(kind: Operator\nmetadata: {name: o}\nspec: {controllers: [{name: c, sources: [{kind: Pod}], )"
      R"(pipeline: [{'@select': true}], target: {kind: V}}]}\n)";
  const std::string other = replace_all(one, "name: o}", "name: p}");
  Evaluated run(R"({"files": {"m.yaml": ")" + one + "---\\n" + other + R"("}, "main": "m.yaml", "data": []})");
  const std::vector<OutlineNode> tree = dialect().outline(*run.context);
  ASSERT_EQ(tree.size(), 2u);
  EXPECT_EQ(tree[1].id, "operator/p");
  EXPECT_EQ(tree[1].children[0].id, "operator/p/controller/c");
  const List& stages = run.outcome.details.find("stages")->as_list();
  ASSERT_EQ(stages.size(), 2u);
  EXPECT_EQ(stages[1].as_map().find("name")->as_string(), "p c @select");
}

TEST(Dcontroller, notes_what_a_computed_value_has_read) {
  const Evaluated run(R"({"expression": {"@add": ["$.x", "$.y"]}, "data": {"x": 1, "y": 2}})");
  const auto reads = run.context->provenance.reads(run.outcome.value->origin());
  ASSERT_EQ(reads.size(), 2u);
  EXPECT_EQ(run.text_at(reads[1]), "$.y");
}

TEST(Dcontroller, leads_each_object_of_a_pipeline_to_its_own_data) {
  const Evaluated run(R"({"data": [
      {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"ports": [1, 2]}},
      {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "b"}, "spec": {"ports": [3]}}],
    "main": "- '@project': {metadata: $.metadata, first: '$.spec.ports[0]', more: {'@add': ['$.spec.ports[0]', 1]}}\n"})");
  ASSERT_TRUE(run.outcome.value);
  const Value& second = run.outcome.value->as_list()[1];
  const auto behind = [&](const Value& value) {
    return run.text_at(run.context->sources.origin(value.origin()).previous);
  };
  // A value that was only read: the place of the path, and after it the data.
  EXPECT_EQ(behind(*second.as_map().find("first")), "$[1].spec.ports[0]");
  EXPECT_EQ(run.text_at(second.as_map().find("metadata")->as_map().find("name")->origin()), "$[1].metadata.name");
  // A computed value has the reads of its own object.
  for (const std::size_t index : {0, 1}) {
    const Value& object = run.outcome.value->as_list()[index];
    const auto reads = run.context->provenance.reads(object.as_map().find("more")->origin());
    ASSERT_EQ(reads.size(), 1u);
    EXPECT_EQ(run.text_at(reads.front()), "$[" + std::to_string(index) + "].spec.ports[0]");
  }
}

TEST(Dcontroller, leads_what_is_unwound_to_its_item) {
  const Evaluated run(R"({"data": [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "ports": [1, 2]}],
    "main": "- '@unwind': $.ports\n"})");
  ASSERT_TRUE(run.outcome.value);
  const Value& second = run.outcome.value->as_list()[1];
  EXPECT_EQ(run.text_at(second.as_map().find("ports")->origin()), "$[0].ports[1]");
  const OriginId name = second.as_map().find("metadata")->as_map().find("name")->origin();
  EXPECT_EQ(run.text_at(name), "$.ports");
  EXPECT_EQ(run.text_at(run.context->sources.origin(name).previous), "$[0].metadata.name");
}

TEST(Dcontroller, places_an_error_at_the_operator_and_names_what_holds_it) {
  const Evaluated run(R"({"expression": {"@not": {"@len": 5}}})");
  EXPECT_EQ(run.text_at(run.problem().where), R"({"@len":5})");
  ASSERT_EQ(run.problem().notes.size(), 1u);
  EXPECT_EQ(run.problem().notes[0].message, "in \"@not\"");
}

TEST(Dcontroller, offers_brackets_for_a_hyphen_in_the_quotes_of_its_place) {
  const Evaluated run(R"({"expression": ["$.a.b-c"], "data": {}})");
  ASSERT_EQ(run.problem().fixes.size(), 1u);
  EXPECT_EQ(run.problem().fixes[0].edits[0].text, R"("$.a['b-c']")");
  const Evaluated bare(R"({"expression": "$.a.b-c", "data": {}})");
  EXPECT_EQ(bare.problem().fixes[0].edits[0].text, "$.a['b-c']");
}

TEST(Dcontroller, warns_once_for_a_place_that_is_evaluated_often) {
  const Evaluated run(R"({"expression": {"@map": [{"@concat": ["$$", 1.5]}, ["a", "b"]]}})");
  EXPECT_EQ(run.context->diagnostics.size(), 1u);
}

TEST(Dcontroller, shows_in_the_tree_what_was_evaluated_with_its_value) {
  const Evaluated run(R"({"expression": {"@cond": [true, {"@add": [1, 2]}, {"@nope": 1}]}, "data": {"x-y": [7]}})");
  const auto tree = dialect().outline(*run.context);
  EXPECT_EQ(find(tree, "@cond")->status, "evaluated");
  EXPECT_EQ(find(tree, "@add")->value, "3");
  EXPECT_EQ(find(tree, "@nope")->status, "short-circuited");
  EXPECT_EQ(find(tree, "[0]")->path, "$['x-y'][0]");
}

TEST(Dcontroller, shows_in_the_tree_where_an_evaluation_failed) {
  const Evaluated run(R"({"expression": {"@and": [true, {"@len": 5}]}})");
  EXPECT_EQ(find(dialect().outline(*run.context), "@len")->status, "error");
}

TEST(Dcontroller, counts_the_documents_after_each_stage) {
  const Evaluated run(R"({"main": "- '@unwind': $.l\n- '@select': {'@gt': [$.l, 1]}\n",
                    "data": [{"kind": "Pod", "metadata": {"name": "a"}, "l": [1, 2, 3]}]})");
  const auto tree = dialect().outline(*run.context);
  EXPECT_EQ(find(tree, "@unwind")->value, "3 documents");
  EXPECT_EQ(find(tree, "@select")->value, "2 documents");
  EXPECT_NE(find(tree, "Pod a"), nullptr);
  const List& stages = run.outcome.details.find("stages")->as_list();
  EXPECT_EQ(stages[1].as_map().find("name")->as_string(), "@select");
  EXPECT_EQ(stages[1].as_map().find("count")->as_integer(), 2);
}

TEST(Dcontroller, gives_a_tree_without_an_evaluation) {
  Budget budget;
  std::vector<Diagnostic> problems;
  const Workspace workspace =
      read_workspace(parse_json(R"({"expression": {"@add": [1, 2]}})", budget), nullptr, problems);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  const auto tree = dialect().outline(context);
  EXPECT_EQ(find(tree, "@add")->status, "");
}

TEST(Dcontroller, gives_no_tree_of_what_does_not_parse) {
  const Evaluated run(R"({"main": "- '@select': [\n"})");
  EXPECT_TRUE(dialect().outline(*run.context).empty());
}

TEST(Dcontroller, colours_the_json_of_an_expression) {
  const Evaluated run(R"({"expression": {"@len": "$.a"}, "data": {"a": []}})");
  EXPECT_EQ(dialect().tokens(*run.context).size(), 4u);
}

TEST(Dcontroller, colours_operators_stages_and_the_parts_of_paths) {
  const Evaluated run(R"({"main": "- '@select': {'@gt': ['$.a[0]', 1]}\n", "data": []})");
  std::string kinds;
  for (const Token& token : dialect().tokens(*run.context)) {
    const std::string_view text = run.context->sources.text(token.file);
    kinds += std::string(text.substr(token.begin, token.end - token.begin)) + ":" + std::string(token.kind) + " ";
  }
  EXPECT_EQ(kinds, "'@select':keyword '@gt':function $:variable .:operator a:property [:operator 0:number ]:operator ");
}

TEST(Dcontroller, HintsAtAPathThatFindsNothing) {
  const Evaluated evaluated(
      R"({"expression": {"a": "$.status.redy", "b": "$.other"}, "data": {"status": {"ready": true}}})");
  ASSERT_EQ(evaluated.context->diagnostics.size(), 1u);
  const Diagnostic& hint = evaluated.problem();
  EXPECT_EQ(hint.severity, Severity::hint);
  EXPECT_EQ(hint.message, "The path \"$.status.redy\" finds no \"redy\", and so is null. Did you mean \"ready\"?");
  EXPECT_EQ(evaluated.text_at(hint.where), "redy");
}

TEST(Dcontroller, ShowsTheDocumentsBehindEachStage) {
  const Evaluated evaluated(
      R"({"main": "- '@select': {'@eq': [$.metadata.name, b]}\n- '@project': {metadata: $.metadata}\n",
    "data": [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}},
             {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "b"}}]})");
  Budget budget;
  EXPECT_EQ(write_json(*evaluated.outcome.details.find("stages"), budget),
            R"([{"name":"@select","count":1,"value":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"b"}}]},)"
            R"({"name":"@project","count":1,"value":[{"metadata":{"name":"b"}}]}])");
}

// The first diagnostic's code, or "".
std::string first_code(std::string_view json) {
  const Evaluated run(json);
  return run.context->diagnostics.empty() ? "" : run.problem().code;
}

TEST(Dcontroller, tells_the_version_that_a_document_is_written_in) {
  EXPECT_EQ(first_code(R"({"expression": {"@range": 3}})"), "other-reference");
  EXPECT_EQ(first_code(R"({"expression": {"@range": 3}, "options": {"reference": "2026"}})"), "");
  EXPECT_EQ(first_code(R"({"expression": {"@range": [1, 3]}, "options": {"reference": "2026"}})"), "other-reference");
  EXPECT_EQ(first_code(R"({"main": "['@distinct']\n", "data": []})"), "other-reference");
  EXPECT_EQ(first_code(R"({"main": "{'@select': true}\n", "data": [], "options": {"reference": "2026"}})"), "");
}

TEST(Dcontroller, warns_where_the_controller_of_2026_drops_silently) {
  const std::string pod = R"("data": [{"kind": "Pod", "metadata": {"name": "a"}}], "options": {"reference": "2026"}})";
  EXPECT_EQ(first_code(R"({"main": "- '@select': $.metadata.name\n", )" + pod), "wrong-condition");
  EXPECT_EQ(first_code(R"({"main": "- '@project': {a: 1}\n", )" + pod), "wrong-object");
}

TEST(Dcontroller, shows_the_branches_of_2026_in_the_outline) {
  Evaluated run(R"({"main": "- '@project': {metadata: {name: x}, v.w: 1}\n",
                    "data": [{"kind": "Pod", "metadata": {"name": "a"}}], "options": {"reference": "2026"}})");
  const auto nodes = dialect().outline(*run.context);
  const OutlineNode* stage = find(nodes, "@project");
  ASSERT_NE(stage, nullptr);
  EXPECT_EQ(stage->status, "evaluated");
  EXPECT_EQ(stage->value, "1 document");
  EXPECT_NE(find(stage->children, "v.w: 1"), nullptr);
}

}  // namespace
}  // namespace evalground::dcontroller
