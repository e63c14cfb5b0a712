// The catalogue's entries for the stages of pipelines. pipeline.cpp runs them.
#include "dialects/dcontroller/operators/families.hpp"

namespace evalground::dcontroller {
namespace {

// A pipeline is a document, not an expression, so the examples are whole workspaces.
constexpr Example select_examples[] = {
    {"", "- '@select': {'@gt': [$.spec.replicas, 1]}\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "b"}, "spec": {"replicas": 2}}])",
     R"({"data": [{"kind": "Deployment", "metadata": {"name": "a"}, "spec": {"replicas": 1}},
                  {"kind": "Deployment", "metadata": {"name": "b"}, "spec": {"replicas": 2}}]})"}};
constexpr Example project_examples[] = {
    {"", "- '@project':\n    - metadata: {name: $.metadata.name}\n    - $.metadata.labels.app: $.spec.app\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "a", "labels": {"app": "web"}}}])",
     R"({"data": [{"kind": "Pod", "metadata": {"name": "a", "namespace": "x"}, "spec": {"app": "web"}}]})"}};
constexpr Example unwind_examples[] = {
    {"", "- '@unwind': $.spec.ports\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "web-0"}, "spec": {"ports": 80}},
         {"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "web-1"}, "spec": {"ports": 443}}])",
     R"({"data": [{"kind": "Service", "metadata": {"name": "web"}, "spec": {"ports": [80, 443]}}]})"}};
constexpr Example gather_examples[] = {
    {"", "- '@gather': [$.spec.app, $.status.ip]\n- '@project': {metadata: {name: $.spec.app}, ips: $.status.ip}\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "web"}, "ips": ["10.0.0.1", "10.0.0.2"]}])",
     R"({"data": [{"kind": "Pod", "metadata": {"name": "a"}, "spec": {"app": "web"}, "status": {"ip": "10.0.0.2"}},
                  {"kind": "Pod", "metadata": {"name": "b"}, "spec": {"app": "web"}, "status": {"ip": "10.0.0.1"}}]})"}};
constexpr Example join_examples[] = {
    {"",
     "- '@join': {'@eq': [$.Service.spec.app, $.Pod.spec.app]}\n"
     "- '@project': {metadata: {name: $.Service.metadata.name}, pod: $.Pod.metadata.name}\n",
     R"([{"apiVersion": "test.view.dcontroller.io/v1alpha1", "kind": "View", "metadata": {"name": "s"}, "pod": "b"}])",
     R"({"data": [{"kind": "Service", "metadata": {"name": "s"}, "spec": {"app": "db"}},
                  {"kind": "Pod", "metadata": {"name": "a"}, "spec": {"app": "web"}},
                  {"kind": "Pod", "metadata": {"name": "b"}, "spec": {"app": "db"}}]})"}};
constexpr std::string_view unwind_aliases[] = {"@demux"};
constexpr std::string_view gather_aliases[] = {"@mux"};

}  // namespace

std::span<const Function> pipeline_stages() {
  static constexpr Function all[] = {
      {.kind = "stage",
       .signature = "@join(condition: expression) -> documents",
       .summary =
           "Every combination of one object of each source, as {Kind: object, …}, for which the condition is true.",
       .details =
           "It must be the first stage. What it gives has no metadata of its own, so a `@project` has to follow.",
       .examples = join_examples},
      {.kind = "stage",
       .signature = "@select(condition: expression) -> documents",
       .summary = "The documents for which the condition is true.",
       .details = "The condition must be a boolean: guard fields that may be missing with `@exists`.",
       .examples = select_examples},
      {.kind = "stage",
       .signature = "@project(document: expression) -> documents",
       .summary = "A new document made of each one, which is `$`.",
       .details = "Merges a list of maps from left to right. Fields that are not copied are lost, metadata included.",
       .examples = project_examples},
      {.kind = "stage",
       .signature = "@unwind(path: path) -> documents",
       .summary = "For each item of the list at the path a copy of the document with the item in place of the list.",
       .details = "The names of the copies end in -0, -1 and so on.",
       .aliases = unwind_aliases,
       .examples = unwind_examples},
      {.kind = "stage",
       .signature = "@gather(key: expression, path: path) -> documents",
       .summary = "One document for each value of the key, with the list of all values at the path.",
       .details =
           "It is the first document of the group otherwise. What has no key or no value at the path is left out.",
       .until = "2026",
       .aliases = gather_aliases,
       .examples = gather_examples},
  };
  return all;
}

}  // namespace evalground::dcontroller
