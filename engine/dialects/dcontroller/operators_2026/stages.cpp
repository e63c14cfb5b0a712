// The catalogue's entries for the stages of 2026. pipeline/branched.cpp runs them.
#include "dialects/dcontroller/operators_2026/families.hpp"

namespace evalground::dcontroller {
namespace {

constexpr Example select_stage_2026[] = {
    {"", "- '@select': {'@gt': [$.n, 1]}\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "b"}, "n": 2}])",
     R"({"options": {"reference": "2026"}, "data": [{"kind": "Pod", "metadata": {"name": "a"}},
                                                    {"kind": "Pod", "metadata": {"name": "b"}, "n": 2}]})"}};
constexpr Example project_stage_2026[] = {
    {"", "- '@project':\n    - metadata: {name: $.metadata.name}\n    - $.metadata.labels.app: $.app\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "a", "labels": {"app": "web"}}}])",
     R"({"options": {"reference": "2026"}, "data": [{"kind": "Pod", "metadata": {"name": "a"}, "app": "web"}]})"}};
constexpr Example unwind_stage_2026[] = {
    {"",
     "- '@unwind': $.ports\n"
     "- '@project': {metadata: {name: {'@concat': [$.metadata.name, '-', $.ports]}}}\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "web-443"}},
         {"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "web-80"}}])",
     R"({"options": {"reference": "2026"}, "data": [{"kind": "Service", "metadata": {"name": "web"}, "ports": [80, 443]}]})"}};
constexpr Example group_stage_2026[] = {
    {"", "- '@groupBy': [$.app, $.ip]\n- '@project': {metadata: {name: $.key}, ips: $.values}\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "web"}, "ips": ["10.0.0.2"]}])",
     R"({"options": {"reference": "2026"}, "data": [{"kind": "Pod", "metadata": {"name": "a"}, "app": "web", "ip": "10.0.0.2"}]})"}};
constexpr Example distinct_stage_2026[] = {
    {"", "- '@distinct'\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "a"}}])",
     R"({"options": {"reference": "2026"}, "data": [{"kind": "Pod", "metadata": {"name": "a"}}]})"}};
constexpr Example join_stage_2026[] = {
    {"",
     "- '@join': {'@eq': [$.Service.app, $.Pod.app]}\n"
     "- '@project': {metadata: {name: $.Service.metadata.name}, pod: $.Pod.metadata.name}\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "s"}, "pod": "b"}])",
     R"({"options": {"reference": "2026"}, "data": [{"kind": "Service", "metadata": {"name": "s"}, "app": "db"},
                  {"kind": "Pod", "metadata": {"name": "a"}, "app": "web"},
                  {"kind": "Pod", "metadata": {"name": "b"}, "app": "db"}]})"}};
constexpr Example inputs_stage_2026[] = {
    {"", "- '@inputs': [Pod]\n- '@project': {metadata: $.metadata}\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "a"}}])",
     R"({"options": {"reference": "2026"}, "data": [{"kind": "Pod", "metadata": {"name": "a"}},
                                                    {"kind": "Node", "metadata": {"name": "n"}}]})"}};
constexpr Example output_stage_2026[] = {
    {"",
     "- - '@inputs': [Pod]\n  - '@output': named\n"
     "- - '@inputs': [named]\n  - '@project': {metadata: $.metadata}\n  - '@output': View\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "a"}}])",
     R"({"options": {"reference": "2026"}, "data": [{"kind": "Pod", "metadata": {"name": "a"}}]})"}};

}  // namespace

std::span<const Function> pipeline_stages_2026() {
  static constexpr Function all[] = {
      {.kind = stage_2026,
       .signature = "@join(condition: expression, options: map = null) -> documents",
       .summary = "Every combination of one document of each input, as {Name: document, …}, for which the condition is "
                  "true.",
       .details = "It must be the first stage of a branch with several inputs. Options: `inputs` joins only these, "
                  "`soft` names inputs that may be missing, `index` gives a key of each of two inputs, which must be "
                  "equal. A `@project` has to follow.",
       .examples = join_stage_2026},
      {.kind = stage_2026,
       .signature = "@select(condition: expression) -> documents",
       .summary = "The documents for which the condition is true.",
       .details = "A missing field, null, numbers and texts drop a document.",
       .examples = select_stage_2026},
      {.kind = stage_2026,
       .signature = "@project(document: map) -> documents",
       .summary = "A new document made of each one, which is `$`.",
       .details =
           "A map, or a list of maps that are applied in order. A dot in a key leads to a member of a member, and "
           "the value replaces what is there. `$.` copies all members of a map.",
       .examples = project_stage_2026},
      {.kind = stage_2026,
       .signature = "@unwind(path: path) -> documents",
       .summary = "For each item of the list at the path a copy of the document with the item in place of the list.",
       .details = "The names of the copies stay equal: number the items with `@enumerate` first.",
       .examples = unwind_stage_2026},
      {.kind = stage_2026,
       .signature = "@groupBy(key: expression, value: expression, options: map = null) -> documents",
       .summary = "One document for each key: {key, values, documents}.",
       .details =
           "A missing key or value is an error. `null` as the value collects the documents. The option `distinct` "
           "removes equal values. Sort the values with `@sortBy`.",
       .since = "2026",
       .examples = group_stage_2026},
      {.kind = stage_2026,
       .signature = "@distinct() -> documents",
       .summary = "Each document once, however often it came.",
       .since = "2026",
       .examples = distinct_stage_2026},
      {.kind = stage_2026,
       .signature = "@inputs(names: list) -> documents",
       .summary = "The streams that the branch reads: kinds of sources, or outputs of other branches.",
       .since = "2026",
       .examples = inputs_stage_2026},
      {.kind = stage_2026,
       .signature = "@output(name: text) -> documents",
       .summary = "The stream that the branch writes: the kind of a target, or an input of other branches.",
       .since = "2026",
       .examples = output_stage_2026},
  };
  return all;
}

}  // namespace evalground::dcontroller
