// The Δ-controller: pipelines over objects, expressions of many rules.
#include "operations.hpp"

namespace evalground::bench {
namespace {

Value objects(int size) {
  List list;
  for (int i = 0; i < size; ++i) {
    list.push_back(Value::map(
        {{"kind", Value::string("Service")},
         {"metadata", Value::map({{"name", Value::string("o" + std::to_string(i))}})},
         {"spec", Value::map({{"app", Value::string("app" + std::to_string(i / 4))}, {"port", Value::integer(i)}})}}));
  }
  return Value::list(std::move(list));
}

Run pipeline(const char* document, int size, std::string_view option = "") {
  Map workspace = with_document("dcontroller", document);
  workspace.set("data", objects(size));
  return evaluation(std::move(workspace), option);
}

Run expression(const char* text, int size) {
  Map workspace = with_expression("dcontroller", text);
  workspace.set("data", Value::map({{"objects", objects(size)}}));
  return evaluation(std::move(workspace));
}

constexpr const char* projection =
    "- '@select': {'@gt': [$.spec.port, 3]}\n"
    "- '@project':\n    metadata: {name: $.metadata.name}\n    spec: {next: {'@sum': [$.spec.port, 1]}}\n";

Run project(int size) {
  return pipeline(projection, size);
}

Run provenance(int size) {
  return pipeline(projection, size, "provenance");
}

Run gather(int size) {
  return pipeline("- '@gather': [$.spec.app, $.spec.port]\n- '@project': {metadata: {name: $.spec.app}}\n", size);
}

Run lists(int size) {
  return expression(
      R"({"@len": {"@map": [{"@concat": ["$$.metadata.name", "-x"]}, {"@filter": [{"@gt": ["$$.spec.port", 7]},
         "$.objects"]}]}})",
      size);
}

Run sums(int size) {
  return expression(R"({"@sum": {"@map": [{"@mul": ["$$.spec.port", 2]}, "$.objects"]}})", size);
}

Run paths(int size) {
  return expression(R"("$.objects[?(@.spec.port > 3)].metadata.name")", size);
}

Run hashes(int size) {
  return expression(R"({"@len": {"@map": [{"@hash": "$$"}, "$.objects"]}})", size);
}

// The expression itself is long.
Run rules(int size) {
  Map workspace = with_document(
      "dcontroller", repeat(size, "k~: {'@cond': [{'@eq': [$.replicas, ~]}, $.name, {'@concat': [a, $.name]}]}\n"));
  workspace.set("expression", *workspace.find("files")->as_map().find("main.yaml"));
  workspace.erase("files");
  workspace.erase("main");
  workspace.set("data", Value::map({{"replicas", Value::integer(3)}, {"name", Value::string("n")}}));
  return evaluation(std::move(workspace));
}

}  // namespace

std::vector<Operation> dcontroller_operations() {
  return {
      {"dcontroller/project", 300, true, project}, {"dcontroller/provenance", 0, true, provenance},
      {"dcontroller/gather", 300, true, gather},   {"dcontroller/lists", 500, true, lists},
      {"dcontroller/sums", 0, true, sums},         {"dcontroller/paths", 500, true, paths},
      {"dcontroller/hashes", 0, true, hashes},     {"dcontroller/rules", 100, true, rules},
  };
}

}  // namespace evalground::bench
