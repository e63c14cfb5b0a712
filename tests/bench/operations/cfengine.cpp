// CFEngine: policies of many promises, lists and records.
#include "operations.hpp"
#include "value/json.hpp"

namespace evalground::bench {
namespace {

Run policy(const std::string& promises, int size, std::string_view option = "") {
  Budget budget = wide_budget();
  Map workspace{{"dialect", Value::string("cfengine")}};
  workspace.set("files", Value::map({{"main.cf", Value::string("bundle agent main\n{\n  vars:\n" + promises + "}\n")},
                                     {"records.json", Value::string(write_json(records(size), budget))}}));
  return evaluation(std::move(workspace), option);
}

const std::string names =
    "    \"d\" data => readjson(\"$(this.promise_dirname)/records.json\");\n"
    "    \"l\" slist => maparray(\"$(this.v[name])\", d);\n";

Run variables(int size) {
  return policy(repeat(size, "    \"a~\" string => \"value ~\";\n    \"b~\" string => string_upcase(\"$(a~)\");\n"), 0);
}

// A class and a report for each.
Run rules(int size) {
  return policy("    \"x\" string => \"1\";\n  classes:\n" +
                    repeat(size, "    \"c~\" expression => strcmp(\"$(x)\", \"1\");\n") + "  reports:\n" +
                    repeat(size, "    c~::\n      \"report ~ of $(x)\";\n"),
                0);
}

Run lists(int size) {
  return policy(names +
                    "    \"s\" slist => sort(l, \"lex\");\n    \"u\" slist => unique(l);\n"
                    "    \"m\" slist => maplist(\"$(this).org\", l);\n    \"f\" slist => filter(\".*9\", m, true, "
                    "false, 99999999);\n    \"n\" int => length(f);\n",
                size);
}

Run iteration(int size) {
  return policy(names + "    \"up[$(l)]\" string => string_upcase(\"$(l)\");\n", size);
}

Run difference(int size) {
  return policy(names +
                    "    \"half\" slist => sublist(l, \"head\", 500);\n    \"r\" slist => difference(l, half);\n"
                    "    \"i\" slist => intersection(l, r);\n",
                size);
}

Run merging(int size) {
  return policy(names +
                    "    \"e\" data => mergedata(d, '[{ \"extra\": 1 }]');\n    \"k\" slist => getindices(e);\n"
                    "    \"t\" string => storejson(e);\n",
                size);
}

Run provenance(int size) {
  return policy(repeat(size, "    \"a~\" string => \"value ~\";\n    \"b~\" string => \"$(a~)\";\n"), 0, "provenance");
}

Run outline(int size) {
  return policy(repeat(size, "    \"a~\" string => \"value ~\";\n"), 0, "outline");
}

// A template rendered by a policy.
Run mustache(int size) {
  return policy(names + "    \"t\" string => string_mustache(\"{{#.}}{{name}}:{{port}} {{/.}}\", d);\n", size);
}

}  // namespace

std::vector<Operation> cfengine_operations() {
  return {
      {"cfengine/variables", 200, true, variables}, {"cfengine/rules", 200, true, rules},
      {"cfengine/lists", 300, true, lists},         {"cfengine/iteration", 300, true, iteration},
      {"cfengine/difference", 0, true, difference}, {"cfengine/merging", 200, true, merging},
      {"cfengine/provenance", 0, true, provenance}, {"cfengine/outline", 0, true, outline},
      {"cfengine/mustache", 300, true, mustache},
  };
}

}  // namespace evalground::bench
