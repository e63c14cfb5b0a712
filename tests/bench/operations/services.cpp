// Language services about documents of many lines.
#include "operations.hpp"

namespace evalground::bench {
namespace {

Map unfurl(int size) {
  return with_document("unfurl", "instances:\n" + repeat(size,
                                                         "  r~:\n    type: Service\n    attributes:\n      url: "
                                                         "{concat: [{eval: '::r1::host'}, ':', {eval: port}]}\n"));
}

Map jinja2(int size) {
  return with_document("jinja2", repeat(size, "{% for item~ in items %}\n{{ item~.name | upper }}\n{% endfor %}\n"));
}

Map heat(int size) {
  return with_document("heat", "heat_template_version: wallaby\nparameters: {size: {type: number}}\nresources:\n" +
                                   repeat(size,
                                          "  server~:\n    type: OS::Nova::Server\n    properties:\n      name: "
                                          "{get_param: size}\n"));
}

Map cfengine(int size) {
  return with_document("cfengine", "bundle agent main\n{\n  vars:\n" +
                                       repeat(size,
                                              "      \"v~\" string => \"$(v1)\",\n        if => regcmp(\"a.*\", "
                                              "\"$(v~)\");\n") +
                                       "}\n");
}

Map dcontroller(int size) {
  return with_document("dcontroller", repeat(size, "k~:\n  '@cond': [{'@eq': [$.spec.replicas, ~]}, $.kind, 1]\n"));
}

Map yaql(int size) {
  return with_document("yaql", "[\n" + repeat(size, "  $.users.where($.age > ~).len(),\n") + "  1]");
}

template <Map document(int)>
Run check(int size) {
  return question("check", document(size));
}

template <Map document(int)>
Run tokens(int size) {
  return question("tokens", document(size));
}

template <Map document(int)>
Run symbols(int size) {
  return question("symbols", document(size));
}

template <Map document(int)>
Run hints(int size) {
  return question("hints", document(size));
}

template <Map document(int)>
Run references(int size) {
  return question("references", document(size));
}

}  // namespace

std::vector<Operation> service_operations() {
  return {
      {"check/unfurl", 100, true, check<unfurl>},
      {"check/jinja2", 0, true, check<jinja2>},
      {"check/yaql", 0, true, check<yaql>},
      {"check/heat", 0, true, check<heat>},
      {"check/cfengine", 0, true, check<cfengine>},
      {"check/dcontroller", 0, true, check<dcontroller>},
      {"tokens/unfurl", 0, true, tokens<unfurl>},
      {"tokens/jinja2", 200, true, tokens<jinja2>},
      {"tokens/yaql", 0, true, tokens<yaql>},
      {"tokens/heat", 0, true, tokens<heat>},
      {"tokens/cfengine", 0, true, tokens<cfengine>},
      {"tokens/dcontroller", 0, true, tokens<dcontroller>},
      {"symbols/unfurl", 0, true, symbols<unfurl>},
      {"symbols/cfengine", 200, true, symbols<cfengine>},
      {"symbols/jinja2", 0, true, symbols<jinja2>},
      {"symbols/heat", 0, true, symbols<heat>},
      {"hints/unfurl", 0, true, hints<unfurl>},
      {"hints/heat", 0, true, hints<heat>},
      {"hints/jinja2", 0, true, hints<jinja2>},
      {"references/jinja2", 0, true, references<jinja2>},
      {"references/cfengine", 0, true, references<cfengine>},
  };
}

}  // namespace evalground::bench
