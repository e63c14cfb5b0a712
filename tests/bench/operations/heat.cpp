// Heat: stacks of many resources, parameters and outputs.
#include "operations.hpp"

namespace evalground::bench {
namespace {

const std::string head = "heat_template_version: 2021-04-16\nparameters:\n  name: {type: string, default: web}\n";

std::string stack(int size) {
  return head + "resources:\n  net: {type: 'OS::Neutron::Net'}\n" +
         repeat(size,
                "  server~:\n    type: OS::Nova::Server\n    depends_on: net\n    properties:\n"
                "      name: {str_replace: {template: N-~, params: {N: {get_param: name}}}}\n"
                "      networks: [{network: {get_resource: net}}]\n"
                "      metadata: {list_join: ['-', [{get_param: name}, a, b]]}\n") +
         "outputs:\n" + repeat(size, "  out~: {value: {get_attr: [server~, name]}}\n");
}

Run resources(int size) {
  return evaluation(with_document("heat", stack(size)));
}

Run outline(int size) {
  return evaluation(with_document("heat", stack(size)), "outline");
}

Run provenance(int size) {
  return evaluation(with_document("heat", stack(size)), "provenance");
}

Run parameters(int size) {
  return evaluation(
      with_document("heat", "heat_template_version: 2021-04-16\nparameters:\n" +
                                repeat(size, "  p~: {type: number, default: ~, constraints: [{range: {min: 0}}]}\n") +
                                "outputs:\n" + repeat(size, "  o~: {value: {get_param: p~}}\n")));
}

Run repetition(int size) {
  return evaluation(with_document(
      "heat", head +
                  "outputs:\n  o:\n    value:\n      repeat:\n        template: {name: '%n%', zone: {get_param: "
                  "name}}\n        for_each:\n          '%n%': [" +
                  repeat(size, "name~, ") + "last]\n"));
}

Run conditions(int size) {
  return evaluation(with_document("heat", head + "conditions:\n" +
                                              repeat(size, "  c~: {equals: [{get_param: name}, w~]}\n") + "outputs:\n" +
                                              repeat(size, "  o~: {value: {if: [c~, 1, 2]}}\n")));
}

Run queries(int size) {
  return evaluation(with_document(
      "heat", head + "outputs:\n" +
                  repeat(size, "  o~: {value: {yaql: {expression: '$.data.where($ > 1).sum()', data: [1, 2, ~]}}}\n")));
}

// All need the same two.
Run dependencies(int size) {
  return evaluation(with_document("heat", head + "resources:\n  first: {type: A}\n  r0: {type: A}\n" +
                                              repeat(size, "  s~: {type: A, depends_on: [first, r0]}\n")));
}

Run failing(int size) {
  return evaluation(with_document("heat", head + "outputs:\n" + repeat(size, "  o~: {value: {get_param: none~}}\n")),
                    "", false);
}

}  // namespace

std::vector<Operation> heat_operations() {
  return {
      {"heat/stack", 100, true, resources},     {"heat/outline", 0, true, outline},
      {"heat/provenance", 0, true, provenance}, {"heat/parameters", 200, true, parameters},
      {"heat/repeat", 500, true, repetition},   {"heat/conditions", 0, true, conditions},
      {"heat/queries", 0, true, queries},       {"heat/dependencies", 0, true, dependencies},
      {"heat/diagnostics", 0, true, failing},
  };
}

}  // namespace evalground::bench
