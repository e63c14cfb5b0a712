// Every construct that nests, nested to twice the allowed depth: it gives the limit's error or a value, natively and in
// WebAssembly, whose stack is smaller.
#include <string>

#include "dialects/unfurl/tests/loaded.hpp"
#include "dialects/unfurl/unfurl.hpp"
#include "runtime/write_outcome.hpp"
#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

// The nesting depth of the next document. Some constructs use several of the 200 allowed levels.
int levels = 0;
constexpr int tried_levels[] = {30, 60, 95, 130, 190, 400};

std::string repeated(std::string_view text) {
  std::string result;
  for (int level = 0; level < levels; ++level) result += text;
  return result;
}

// `open` and `close` around `core`, once for each level.
std::string nested(std::string_view open, std::string_view core, std::string_view close) {
  return repeated(open).append(core).append(repeated(close));
}

// One line per level, with N as its number and M as the next number, followed by the last line.
std::string chain(std::string_view line, std::string_view last) {
  std::string result;
  for (int level = 0; level < levels; ++level) {
    for (const char c : line)
      result += c == 'N' ? std::to_string(level) : c == 'M' ? std::to_string(level + 1) : std::string(1, c);
  }
  for (const char c : last) result += c == 'N' ? std::to_string(levels) : std::string(1, c);
  return result;
}

using Text = std::string (*)();

struct Deep {
  const char* name;
  Text main;
  Text expression = nullptr;
  void (*add)(Workspace&) = nullptr;
};

void PrintTo(const Deep& deep, std::ostream* out) {
  *out << deep.name;
}

class DepthTest : public testing::TestWithParam<Deep> {};

// The error code of the outcome, or "ok".
std::string ending(const Workspace& workspace) {
  RunOptions options;
  options.outline = options.tokens = options.provenance = options.trace = true;
  ClosedHost host;
  MemoryAccount account(workspace.limits.memory);
  Context context(workspace, options, host);
  Outcome outcome;
  std::string code = "ok";
  try {
    dialect().evaluate(context, outcome);
  } catch (const Error& error) {
    code = error.diagnostic.code;
  } catch (const LimitError& error) {
    code = error.code();
  }
  account.extend();
  write_outcome(context, outcome, &dialect(), {});
  if (code == "ok" && !outcome.ok) code = context.diagnostics.front().code;
  return code;
}

TEST_P(DepthTest, EndsInAValueOrAtTheLimit) {
  for (const int tried : tried_levels) {
    levels = tried;
    Workspace workspace = Loaded::workspace_of(GetParam().main());
    if (GetParam().expression != nullptr) workspace.expression = Value::string(GetParam().expression());
    if (GetParam().add != nullptr) GetParam().add(workspace);
    const std::string code = ending(workspace);
    EXPECT_TRUE(code == "ok" || code == "limit-depth") << levels << ": " << code;
  }
}

void include_files(Workspace& workspace) {
  for (int level = 0; level < levels; ++level) {
    workspace.files.set("f" + std::to_string(level) + ".yaml",
                        Value::string("a: {+include: f" + std::to_string(level + 1) + ".yaml}\n"));
  }
  workspace.files.set("f" + std::to_string(levels) + ".yaml", Value::string("a: 1\n"));
}

void import_files(Workspace& workspace) {
  for (int level = 0; level < levels; ++level) {
    workspace.files.set("f" + std::to_string(level) + ".yaml",
                        Value::string("imports: [f" + std::to_string(level + 1) + ".yaml]\n"));
  }
  workspace.files.set("f" + std::to_string(levels) + ".yaml", Value::string("node_types: {my.T: {}}\n"));
}

void deep_input(Workspace& workspace) {
  Value value = Value::integer(1);
  for (int level = 0; level < levels; ++level) value = Value::list({std::move(value)});
  workspace.inputs.set("deep", std::move(value));
}

// Restores the document after deleting everything except the key a0, and changing that.
void restore_changed(Workspace& workspace) {
  workspace.operation = "restore";
  workspace.changes = {Value::map(
      {{"path", Value::string("")}, {"value", Value::map({{"a0", Value::map({{"k", Value::integer(2)}})}})}})};
}

// Restores the document after adding a key at the top and one at the deepest level.
void restore_extended(Workspace& workspace) {
  workspace.operation = "restore";
  workspace.changes = {
      Value::map({{"path", Value::string("/new")}, {"value", Value::list()}}),
      Value::map({{"path", Value::string(repeated("/a"))}, {"value", Value::map({{"n", Value::integer(1)}})}})};
}

const Deep documents[] = {
    {"lists", [] { return "a: " + nested("[", "", "]") + "\n"; }},
    {"maps", [] { return "a: " + nested("{a: ", "1", "}") + "\n"; }},
    {"block_maps",
     [] {
       std::string text;
       for (int level = 0; level < levels; ++level) text.append(static_cast<std::size_t>(level), ' ').append("a:\n");
       return text;
     }},
    {"aliases", [] { return chain("aN: &xN [1]\n", "z: 1\n") + "b: " + nested("[", "*x1", "]") + "\n"; }},
    {"aliases_of_aliases", [] { return "x0: &x0 1\n" + chain("yN: &xM [*xN]\n", "z: 1\n"); }},
    {"inputs", [] { return std::string("instances: {}\n"); }, [] { return std::string("{get_input: deep}"); },
     deep_input},
    {"attributes_of_attributes", [] { return chain("aN: {eval: aM}\n", "aN: 1\n"); }},
    {"variables_of_variables", [] { return "a: {eval: $v0, vars: {" + chain("vN: {eval: $vM}, ", "vN: 1") + "}}\n"; }},
};

const Deep expressions[] = {
    {"eval", [] { return "a: " + nested("{eval: ", "a", "}") + "\n"; }},
    {"concat", [] { return "a: " + nested("{concat: [", "x", "]}") + "\n"; }},
    {"if", [] { return "a: {eval: " + nested("{if: {eval: .name}, then: {eval: ", "x", "}}") + "}\n"; }},
    {"not", [] { return "a: {eval: " + nested("{not: {eval: ", "x", "}}") + "}\n"; }},
    {"and", [] { return "a: {eval: " + nested("{and: [{eval: ", "x", "}]}") + "}\n"; }},
    {"foreach", [] { return "l: [1]\na: " + nested("{eval: l, foreach: {value: ", "x", "}}") + "\n"; }},
    {"select", [] { return "l: [1]\na: " + nested("{eval: l, select: {value: ", "x", "}}") + "\n"; }},
    {"foreach_function", [] { return "a: {eval: " + nested("{foreach: {eval: ", ".name", "}}") + "}\n"; }},
    {"vars", [] { return "a: " + nested("{eval: $v, vars: {v: ", "1", "}}") + "\n"; }},
    {"lookup", [] { return "a: {eval: " + nested("{lookup: {unfurl: {eval: ", "x", "}}}") + "}\n"; }},
    {"quoted", [] { return "a: {q: " + nested("[", "", "]") + "}\n"; }},
    {"brackets", [] { return std::string("a: 1\n"); }, [] { return repeated("a["); }},
    {"brackets_in_a_row", [] { return std::string("a: 1\n"); }, [] { return "a" + repeated("[a]"); }},
    {"path", [] { return std::string("a: 1\n"); }, [] { return "a" + repeated("::a"); }},
    {"path_of_parents", [] { return std::string("a: 1\n"); }, [] { return "." + repeated("::.."); }},
    {"flattened_lists", [] { return "a: " + nested("[", "1", "]") + "\n"; }, [] { return "a" + repeated("::b"); }},
    {"label_of_maps", [] { return "a: {eval: {to_label: " + nested("{k: ", "v", "}") + "}}\n"; }},
    {"text_of_lists", [] { return "a: {concat: [" + nested("[", "1", "]") + "]}\n"; }},
    {"equal_lists",
     []() -> std::string {
       return "a: {eval: {eq: [" + nested("[", "1", "]") + ", " + nested("[", "1", "]") + "]}}\n";
     }},
    {"json", [] { return std::string("a: 1\n"); },
     [] { return "{\"eval\": " + nested("{\"concat\": [", "1", "]}") + "}"; }},
};

const Deep merges[] = {
    {"chain_of_directives", [] { return chain("aN: {+/aM: }\n", "aN: {k: 1}\n"); }},
    {"nested_directives", [] { return "b: {x: 1}\na: " + nested("{+/b: , k: ", "1", "}") + "\n"; }},
    {"merged_maps",
     []() -> std::string {
       return "b: " + nested("{k: ", "1", "}") + "\na: {+/b: , k: " + nested("{k: ", "2", "}") + "}\n";
     }},
    {"anchors",
     []() -> std::string {
       return chain("aN: &xN {k: 1}\n", "z: 1\n") + "a: " + nested("{+*x1: , k: ", "1", "}") + "\n";
     }},
    {"includes", [] { return std::string("a: {+include: f0.yaml}\n"); }, nullptr, include_files},
    {"nested_lists", [] { return "b: [1]\na: " + nested("[", "{+/b: }", "]") + "\n"; }},
    {"optional", [] { return "a: " + nested("{k: ", "{+?/nothing: }", "}") + "\n"; }},
    {"relative",
     []() -> std::string {
       return "a: {k: {x: 1}, " +
              nested("m: {", "+" + std::string(static_cast<std::size_t>(levels) + 1, '.') + "/k: ", "}") + "}\n";
     }},
};

const Deep restored[] = {
    {"targets_that_come_back", [] { return chain("aN: {+/aM: }\n", "aN: {k: 1}\n"); }, nullptr, restore_changed},
    {"maps_in_flow", [] { return "a: " + nested("{a: ", "1", "}") + "\n"; }, nullptr, restore_extended},
    {"maps_in_block",
     [] {
       std::string text;
       for (int level = 0; level <= levels; ++level) text.append(static_cast<std::size_t>(level), ' ').append("a:\n");
       return text;
     },
     nullptr, restore_extended},
    {"nested_directives", [] { return "b: {x: 1}\na: " + nested("{+/b: , a: ", "1", "}") + "\n"; }, nullptr,
     restore_extended},
};

const Deep trees[] = {
    {"instances",
     []() -> std::string {
       return "instances: " + [] {
         std::string text;
         for (int level = 0; level < levels; ++level) text += "{n" + std::to_string(level) + ": {instances: ";
         return text + "{}" + repeated("}}") + "\n";
       }();
     }},
    {"hosts_before",
     []() -> std::string {
       return "node_templates:\n" +
              chain("  nM: {type: tosca.nodes.Root, requirements: [{host: nN}]}\n", "  n0: {type: tosca.nodes.Root}\n");
     },
     [] { return std::string("::n1::.status"); }},
    {"hosts_after",
     []() -> std::string {
       return "node_templates:\n" +
              chain("  nN: {type: tosca.nodes.Root, requirements: [{host: nM}]}\n", "  nN: {type: tosca.nodes.Root}\n");
     }},
    {"requirements", [] { return "instances:\n" + chain("  nN: {requirements: [{dep: nM}]}\n", "  nN: {}\n"); },
     [] { return std::string("::*::.status"); }},
    {"parents", [] { return "instances:\n" + chain("  nN: {parent: nM}\n", "  nN: {}\n"); },
     [] { return std::string("::n0::.ancestors::.name"); }},
    {"types",
     []() -> std::string {
       return "node_types:\n" + chain("  my.tN: {derived_from: my.tM}\n", "  my.tN: {}\n") +
              "node_templates: {web: {type: my.t0}}\n";
     }},
    {"data_types",
     []() -> std::string {
       return "data_types:\n" + chain("  my.dN: {properties: {p: {type: my.dM}}}\n", "  my.dN: {properties: {}}\n") +
              "node_types: {my.T: {properties: {p: {type: my.d0}}}}\nnode_templates: {web: {type: my.T, properties: "
              "{p: " +
              nested("{p: ", "{}", "}") + "}}}\n";
     }},
    {"entry_schemas",
     []() -> std::string {
       return "node_types: {my.T: {properties: {p: {type: list, entry_schema: " +
              nested("{type: list, entry_schema: ", "string", "}") +
              "}}}}\nnode_templates: {web: {type: my.T, properties: {p: " + nested("[", "[x]", "]") + "}}}\n";
     }},
    {"imports", [] { return std::string("imports: [f0.yaml]\nnode_templates: {web: {type: my.T}}\n"); }, nullptr,
     import_files},
};

std::string name_of(const testing::TestParamInfo<Deep>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Documents, DepthTest, testing::ValuesIn(documents), name_of);
INSTANTIATE_TEST_SUITE_P(Expressions, DepthTest, testing::ValuesIn(expressions), name_of);
INSTANTIATE_TEST_SUITE_P(Merges, DepthTest, testing::ValuesIn(merges), name_of);
INSTANTIATE_TEST_SUITE_P(Restored, DepthTest, testing::ValuesIn(restored), name_of);
INSTANTIATE_TEST_SUITE_P(Trees, DepthTest, testing::ValuesIn(trees), name_of);

}  // namespace
}  // namespace evalground::unfurl
