// The outline of a template for the page and editors: its blocks, macros and templates that it refers to, and the
// variables that it reads (see outline.hpp). Nothing is rendered for it.
#include "dialects/jinja2/outline.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "dialects/jinja2/run.hpp"
#include "runtime/trace.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::size_t most_nodes = 5'000;

std::string_view word(TemplateReference::Kind kind) {
  switch (kind) {
    case TemplateReference::Kind::extends: return "extends";
    case TemplateReference::Kind::include: return "include";
    case TemplateReference::Kind::import: return "import";
  }
  return {};
}

class Outliner {
 public:
  Outliner(Context& context, Run& run) : context_(context), run_(run) {}

  std::vector<OutlineNode> write(const Template& main) {
    const TemplateLoader::Search search(run_.evaluator().loader, run_.flavor.search(context_));
    std::vector<OutlineNode> nodes;
    nodes.push_back(template_node(main, "template", main.origin(0, 0, context_)));
    nodes.push_back(variables_node());
    return nodes;
  }

 private:
  OutlineNode node(std::string_view kind, std::string_view name, OriginId where) {
    OutlineNode made;
    made.id = std::to_string(++count_);
    made.kind = kind;
    made.name = name;
    made.where = where;
    return made;
  }

  // Templates are read as deep as their references go. Each is shown once, so templates that refer to each other end.
  OutlineNode template_node(const Template& source, std::string_view type, OriginId where) {
    const Depth depth = context_.budget.enter();
    OutlineNode made = node("template", source.name, where);
    made.type = type;
    read_.insert(&source);
    for (const BlockDefinition* block : source.blocks) {
      OutlineNode child = node("block", block->name, source.origin(block->begin, block->end, context_));
      child.type = block->is_required ? "required block" : block->is_scoped ? "scoped block" : "block";
      made.children.push_back(std::move(child));
    }
    for (const MacroDefinition* macro : source.macros) {
      const auto end = static_cast<std::uint32_t>(macro->begin + 5);
      OutlineNode child = node("macro", macro->name, source.origin(macro->begin, end, context_));
      child.type = "macro";
      for (const MacroParameter& parameter : macro->parameters) {
        child.value += (child.value.empty() ? "" : ", ") + std::string(parameter.name);
      }
      child.value = "(" + child.value + ")";
      made.children.push_back(std::move(child));
    }
    for (const TemplateReference& reference : source.references) {
      if (count_ >= most_nodes) break;
      made.children.push_back(reference_node(source, reference));
    }
    return made;
  }

  // `include 'a.html'` leads to a template, `include name` cannot be followed without rendering.
  OutlineNode reference_node(const Template& source, const TemplateReference& reference) {
    const OriginId where = source.origin(reference.begin, reference.end, context_);
    const auto leaf = [&](std::string_view status, std::string_view note) {
      OutlineNode made = node("template", reference.name.empty() ? "computed" : reference.name, where);
      made.type = word(reference.kind);
      made.status = status;
      made.note = note;
      return made;
    };
    if (reference.name.empty()) return leaf("", "Its name is computed when the template is rendered.");
    Template* target = recover([&] { return find_template(run_.evaluator(), Value::string(reference.name)); },
                               [&](const Error&) -> Template* { return nullptr; });
    if (target == nullptr) return leaf("error", "The template does not exist or cannot be read.");
    if (read_.contains(target)) return leaf("", "Shown above.");
    return template_node(*target, word(reference.kind), where);
  }

  // Lists the workspace's variables, used or not, and the names that are used but undefined.
  OutlineNode variables_node() {
    OutlineNode group = node("group", "variables", 0);
    std::unordered_map<std::string_view, OriginId> used;
    std::vector<std::string_view> order;
    const auto assigned = assigned_names();
    for (const auto& source : run_.evaluator().loader.templates()) {
      for (const Name* name : source->free_names) {
        context_.budget.step();
        if (!used.emplace(name->name, source->origin(*name, context_)).second) continue;
        const auto found = assigned.find(name->name);
        if (found == assigned.end() || found->second == source.get()) order.push_back(name->name);
      }
    }
    for (const std::string_view name : run_.variables->names()) {
      if (count_ >= most_nodes) break;
      const auto found = used.find(name);
      OutlineNode child = node("variable", name, found == used.end() ? 0 : found->second);
      const Value* value = context_.workspace.vars.find(name);
      child.type = run_.evaluator().type_name(*value);
      child.value = short_text(*value, 60);
      child.status = found == used.end() ? "unused" : "used";
      group.children.push_back(std::move(child));
    }
    for (const std::string_view name : order) {
      if (count_ >= most_nodes) break;
      if (context_.workspace.vars.contains(name) || is_known(name)) continue;
      OutlineNode child = node("variable", name, used.at(name));
      child.status = "undefined";
      context_.ask("vars", name, used.at(name));
      group.children.push_back(std::move(child));
    }
    return group;
  }

  // The names that templates assign, each with its template, or null if several do. An included template may read names
  // of those that include it: `{% for site in sites %}{% include 'site' %}{% endfor %}` needs no variable `site`.
  std::unordered_map<std::string_view, const Template*> assigned_names() const {
    std::unordered_map<std::string_view, const Template*> assigned;
    for (const auto& source : run_.evaluator().loader.templates()) {
      for (const std::string_view name : source->assigned_names) {
        context_.budget.step();
        const auto [place, is_new] = assigned.emplace(name, source.get());
        if (!is_new && place->second != source.get()) place->second = nullptr;
      }
    }
    return assigned;
  }

  bool is_known(std::string_view name) const {
    static constexpr std::string_view special[] = {"loop", "self", "super", "caller", "varargs", "kwargs"};
    return std::find(std::begin(special), std::end(special), name) != std::end(special) ||
           run_.evaluator().functions.find(FunctionKind::global, name) != nullptr;
  }

  Context& context_;
  Run& run_;
  std::unordered_set<const Template*> read_;
  std::size_t count_ = 0;
};

}  // namespace

std::vector<OutlineNode> outline_of(Context& context, MakeRun make) {
  Run* run = run_of(context, make);
  if (run == nullptr || run->main == nullptr) return {};
  return Outliner(context, *run).write(*run->main);
}

Passed passed_of(Context& context) {
  Passed passed;
  auto* run = dynamic_cast<Run*>(context.state.get());
  if (run == nullptr) return passed;
  for (const auto& source : run->evaluator().loader.templates()) {
    // A template within a scalar has line numbers that differ from the document's.
    if (source->place.parts.empty()) passed.files.push_back(source->place.file);
  }
  for (const auto& [where, kind] : run->interpreter.passed()) {
    if (where == 0) continue;
    const Origin& at = context.sources.origin(where);
    std::uint32_t end = at.end;
    // Of a statement with a body only the first tag is marked.
    if (kind != StatementKind::text && kind != StatementKind::print) {
      const std::size_t tag_end = context.sources.text(at.file).find("%}", at.begin);
      end = tag_end == std::string_view::npos ? at.begin + 1 : static_cast<std::uint32_t>(tag_end);
    }
    passed.stretches.push_back({at.file, at.begin, end});
  }
  return passed;
}

}  // namespace evalground::jinja2
