#include "dialects/yaql/workflow_templates.hpp"

#include <algorithm>

#include "dialects/yaql/evaluation/host_functions.hpp"
#include "dialects/yaql/functions/families.hpp"

namespace evalground::yaql {
namespace {

const TemplatesWithin* templates = nullptr;

const FunctionCatalogue& workflow_catalogue() {
  static const FunctionCatalogue catalogue = [] {
    FunctionCatalogue all({.has_overloads = true, .example_data = "data"});
    all.add("workflows", workflow_functions()).add("workflows", version_functions());
    return all;
  }();
  return catalogue;
}

// The name of the data in templates, as `$` in queries.
constexpr std::string_view data_name = "_";
// The function that gives the data, or a part of it.
constexpr std::string_view context_name = "ctx";

// Queries have their own place in a scalar, and a text with both is an error of the workflow.
bool is_template_text(std::string_view text) {
  if (text.find("<%") != std::string_view::npos) return false;
  return text.find("{{") != std::string_view::npos || text.find("{%") != std::string_view::npos;
}

// What a function of workflows does; empty for any other name.
std::string about_function(std::string_view name) {
  if (const auto* entry = workflow_catalogue().find("function", name)) {
    return "`" + std::string(entry->function->signature) + "`\n\n" + std::string(entry->function->summary);
  }
  const HostFunction* known = find_host_function(name);
  if (known == nullptr) return {};
  return "Gives " + std::string(known->gives) + ". Of " + std::string(known->engine) + ".";
}

// Calls `f` with each text of the tree that is a template.
template <class F>
void each_template(const YamlText& yaml, const YamlNode& node, Budget& budget, const F& f) {
  const Depth depth = budget.enter();
  budget.step();
  switch (node.kind) {
    case YamlNode::Kind::alias: return;
    case YamlNode::Kind::scalar:
      if (is_template_text(node.text)) f(yaml.scalar(node));
      return;
    case YamlNode::Kind::sequence:
      for (const YamlNode* item : node.items) each_template(yaml, *item, budget, f);
      return;
    case YamlNode::Kind::mapping: break;
  }
  for (const YamlPair& pair : node.pairs) {
    each_template(yaml, *pair.key, budget, f);
    each_template(yaml, *pair.value, budget, f);
  }
}

// The names in a workflow's templates: its functions, and the keys of its data.
class WorkflowNames {
 public:
  WorkflowNames(Context& context, std::uint32_t file, Reading& reading)
      : context_(context), file_(file), reading_(reading) {
    const Value& data = context.workspace.data;
    if (data.is_undefined()) return;
    add("variable", std::string(data_name), "the data of the workflow", data);
    if (!data.is_map()) return;
    for (const auto& [key, value] : data.as_map()) {
      if (key.is_string()) add("variable", std::string(key.as_string()), "", value);
    }
  }

  void read(const Pieces& pieces) {
    for (std::size_t at = 0; at < pieces.size(); ++at) {
      const Piece& piece = pieces[at];
      const bool is_member = at > 0 && pieces[at - 1].is(".");
      const bool is_filter = at > 0 && pieces[at - 1].is("|");
      const bool is_call = at + 1 < pieces.size() && pieces[at + 1].is("(");
      if (piece.kind != Piece::Kind::name || is_member || (!is_filter && !is_call)) continue;
      const std::string about = about_function(piece.text);
      if (about.empty()) continue;
      const std::uint32_t symbol =
          add("function", piece.text, about, piece.is(context_name) ? context_.workspace.data : Value());
      if (is_filter) reading_.refer(symbol, {file_, piece.begin, piece.end});
    }
    templates->read(context_, pieces, file_, names_, reading_);
  }

 private:
  std::uint32_t add(std::string_view kind, const std::string& name, const std::string& detail, const Value& value) {
    const std::uint32_t number = reading_.symbol(kind, "", name);
    Symbol& symbol = reading_.symbols[number];
    symbol.detail = detail;
    symbol.value = value;
    symbol.is_fixed = true;
    names_[name] = number;
    return number;
  }

  Context& context_;
  const std::uint32_t file_;
  Reading& reading_;
  TemplatesWithin::Names names_;
};

bool may_have_templates(const Context& context, std::uint32_t file) {
  const std::string_view text = context.sources.text(file);
  return templates != nullptr && is_yaml_path(context.sources.path(file)) &&
         (text.find("{{") != std::string_view::npos || text.find("{%") != std::string_view::npos);
}

// A map of what templates can read.
Value known_in_templates(const Value& data) {
  Map known;
  if (data.is_map()) known = data.as_map();
  for (const FunctionCatalogue::Entry& entry : workflow_catalogue().entries()) {
    known.set(entry.signature.name, Value());
  }
  for (const HostFunction& one : host_functions()) known.set(one.name, Value());
  known.set(context_name, data);
  known.set(data_name, data);
  return Value::map(std::move(known));
}

// A filter that only a running engine has, which the catalogue does not contain.
bool is_of_engine(const Diagnostic& problem) {
  if (problem.code != "unknown-filter") return false;
  const std::size_t begin = problem.message.find('\'');
  const std::size_t end = problem.message.find('\'', begin + 1);
  return end != std::string::npos &&
         find_host_function(std::string_view(problem.message).substr(begin + 1, end - begin - 1)) != nullptr;
}

}  // namespace

void connect_templates(const TemplatesWithin& language) {
  templates = &language;
}

void read_workflow_templates(Context& context, std::uint32_t file, Reading& reading) {
  if (!may_have_templates(context, file) || !reading.has_references(file)) return;
  const YamlText yaml(context, file);
  if (yaml.root() == nullptr) return;
  WorkflowNames names(context, file, reading);
  each_template(yaml, *yaml.root(), context.budget, [&](const ScalarText& text) {
    const Pieces pieces = templates->pieces(text, context.budget);
    if (!pieces.empty()) names.read(pieces);
  });
}

void check_workflow_templates(Context& context, std::uint32_t file) {
  if (!may_have_templates(context, file)) return;
  const YamlText yaml(context, file);
  if (yaml.root() == nullptr) return;
  each_template(yaml, *yaml.root(), context.budget, [&](const ScalarText& text) {
    for (Diagnostic& problem : templates->problems(context, text, workflow_catalogue())) {
      if (!is_of_engine(problem)) context.report(std::move(problem));
    }
  });
}

std::optional<Caret> workflow_template_caret(Context& context, std::uint32_t file, std::uint32_t offset) {
  if (!may_have_templates(context, file)) return std::nullopt;
  const YamlText yaml(context, file, offset);
  const YamlSpot spot = yaml.spot(context.budget);
  if (spot.scalar == nullptr) return std::nullopt;
  const ScalarText text = yaml.scalar(*spot.scalar);
  if (!is_template_text(text.text)) return std::nullopt;
  const Pieces pieces = templates->pieces(text, context.budget);
  Caret caret = templates->at(context, pieces, file, offset, known_in_templates(context.workspace.data));
  const bool takes_filter = std::find(caret.kinds.begin(), caret.kinds.end(), "filter") != caret.kinds.end();
  if (!takes_filter) return caret;
  for (const FunctionCatalogue::Entry& entry : workflow_catalogue().entries()) {
    caret.offers.push_back({std::string(entry.signature.name), "filter", std::string(entry.function->summary)});
  }
  return caret;
}

}  // namespace evalground::yaql
