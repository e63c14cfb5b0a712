// The dialect itself: its operations, and the evaluation of whole documents.
//
//   evaluate    an expression on the tree; without one, every output and attribute
//   expand      the document without merge directives
//   restore     the reverse (merge/restore.cpp)
#include "dialects/unfurl/unfurl.hpp"

#include <unordered_map>

#include "base/text/text.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/write.hpp"
#include "dialects/unfurl/catalogue.hpp"
#include "dialects/unfurl/description.hpp"
#include "dialects/unfurl/ensemble.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/language.hpp"
#include "dialects/unfurl/merge/expand.hpp"
#include "dialects/unfurl/merge/restore.hpp"
#include "dialects/unfurl/outline.hpp"
#include "dialects/unfurl/tokens.hpp"
#include "dialects/unfurl/values/collection.hpp"
#include "value/json.hpp"

namespace evalground::unfurl {
namespace {

// The workspace's expression, with origins in a source of its own. Text that parses as the YAML of an expression map
// ("eval: {concat: [a, b]}") is that map. Other text is a query.
Value located_expression(Context& context, const Value& expression) {
  const std::string text =
      expression.is_string() ? std::string(expression.as_string()) : write_json(expression, context.budget);
  const std::uint32_t file = context.expression_source(text);
  const auto load = [&] {
    YamlLoadOptions options;
    options.merge_keys = false;
    return load_yaml(context.sources, file, context.budget, options);
  };
  const auto as_it_is = [&] {
    return expression.with_origin(
        context.sources.add({file, 0, static_cast<std::uint32_t>(text.size()), Via::literal, 0, false}));
  };
  if (expression.is_string() && text.find(':') == std::string::npos) return as_it_is();
  return recover(
      [&] {
        Value loaded = load();
        return expression.is_string() && !is_expression_map(loaded) ? as_it_is() : loaded;
      },
      [&](const Error&) { return as_it_is(); });
}

// Evaluates a whole document. Parts that fail are left out and reported.
// A failure in one attribute must not hide the others, so each attribute, and each member of a lazy collection, is
// attempted on its own. `failed` of the outcome has the paths that are missing. Limits are not caught: they end the
// evaluation.
class WholeDocument {
 public:
  WholeDocument(Ensemble& ensemble, Outcome& outcome)
      : evaluator_(ensemble.evaluator), context_(evaluator_.context), outcome_(outcome) {}

  Value evaluate() {
    Map result;
    result.set("outputs",
               collect_attribute(evaluator_.tree.root(), Value::string("outputs"), {Value::string("outputs")}));
    Map instances;
    for (Resource* resource : evaluator_.tree.in_order()) {
      if (resource->kind == ResourceKind::root) continue;
      Map attributes;
      const Value name = Value::string(resource->name);
      for (const Value& attribute : resource->attribute_names()) {
        Value value = collect_attribute(*resource, attribute, {Value::string("instances"), name, attribute});
        if (!value.is_undefined()) attributes.set(attribute, std::move(value));
      }
      instances.set(name.with_origin(resource->where), Value::map(std::move(attributes)).with_origin(resource->where));
    }
    result.set("instances", Value::map(std::move(instances)));
    return Value::map(std::move(result));
  }

 private:
  Value collect_attribute(Resource& resource, const Value& name, List path) {
    const Attribute* attribute = resource.find_attribute(name);
    const OriginId where = attribute != nullptr ? attribute->definition.origin() : 0;
    context_.here = where;
    return attempt(where, path, [&] { return collect(evaluator_.attribute(resource, name), path); });
  }

  // f's value; undefined if it throws.
  template <class F>
  Value attempt(OriginId where, const List& path, F&& f) {
    return recover(f, [&](const Error& error) {
      outcome_.ok = false;
      // One problem may make several keys fail, but is reported once.
      const Diagnostic& problem = error.diagnostic;
      const auto [known, is_new] =
          problems_.emplace(std::to_string(problem.where) + problem.message, context_.diagnostics.size());
      if (is_new) context_.diagnostics.push_back(problem);
      outcome_.failed.push_back({path, known->second, where});
      return Value();
    });
  }

  // The plain value without the keys that fail. In a list, null replaces an item that fails, so that the others keep
  // their indexes.
  // A collection that contains itself is taken already, and left to plain(), which makes it null.
  Value collect(const Value& value, List& path) {
    auto* collection = object_cast<Collection>(value);
    if (collection == nullptr || collection->is_taken()) return evaluator_.plain(value);
    const Collection::Taking taking(*collection);
    const Depth depth = context_.budget.enter();
    List items;
    Map entries;
    for (std::size_t index = 0; index < collection->size(); ++index) {
      const Value key =
          collection->is_list() ? Value::integer(static_cast<std::int64_t>(index)) : collection->key(index);
      path.push_back(key);
      Value item = attempt(key.origin(), path, [&] { return collect(collection->item(index), path); });
      path.pop_back();
      if (collection->is_list()) {
        items.push_back(item.is_undefined() ? Value::null() : std::move(item));
      } else if (!item.is_undefined()) {
        entries.set(key, std::move(item));
      }
    }
    Value result = collection->is_list() ? Value::list(std::move(items)) : Value::map(std::move(entries));
    return std::move(result).with_origin(value.origin()).with_sensitive(value.sensitive());
  }

  Evaluator& evaluator_;
  Context& context_;
  Outcome& outcome_;
  std::unordered_map<std::string, std::size_t> problems_;  // place and message -> its diagnostic
};

class Unfurl final : public Dialect {
 public:
  std::string_view name() const override { return "unfurl"; }
  const Description& description() const override { return unfurl::description; }
  const FunctionCatalogue& functions() const override { return unfurl::functions(); }
  const Language& language() const override { return unfurl::language(); }

  // The ensemble stays in the context, because the outline needs its tree and states after the run. Problems that were
  // found while loading are reported also if the evaluation fails later.
  void evaluate(Context& context, Outcome& outcome) const override {
    const std::string& operation = context.workspace.operation;
    if (operation == "expand") {
      outcome.value = expand_document(context, context.workspace.main);
      outcome.text = write_yaml(*outcome.value, context.budget);
      return;
    }
    if (operation == "restore") return restore_document(context, outcome);
    if (operation != "evaluate") {
      context.fail(0, "unknown-operation",
                   "Unknown operation " + quote(operation) + "; known are `evaluate`, `expand` and `restore`.");
    }
    auto owned = std::make_unique<Ensemble>(context);
    Ensemble& ensemble = *owned;
    context.state = std::move(owned);
    try {
      evaluate(ensemble, outcome);
    } catch (const Error&) {
      ensemble.report_problems();
      throw;
    }
    if (!ensemble.report_problems()) outcome.ok = false;
  }

  std::vector<OutlineNode> outline(Context& context) const override { return outline_of(context); }
  std::vector<Token> tokens(Context& context) const override { return tokens_of(context); }

 private:
  // Any other map or list is a value in which expressions are replaced: it has one match.
  static void evaluate(Ensemble& ensemble, Outcome& outcome) {
    Context& context = ensemble.evaluator.context;
    if (!context.workspace.expression) {
      outcome.value = WholeDocument(ensemble, outcome).evaluate();
      return;
    }
    const Value expression = located_expression(context, *context.workspace.expression);
    context.here = expression.origin();
    const Scope scope = ensemble.scope();
    Evaluator& evaluator = ensemble.evaluator;
    if (!expression.is_string() && !is_expression_map(expression)) {
      outcome.value = evaluator.map_value(expression, scope);
      outcome.matches = Value::list({*outcome.value});
      return;
    }
    Matches matches = in_frame(expression.origin(), "on", scope.resource->key(),
                               [&] { return evaluator.evaluate(expression, scope); });
    for (Value& match : matches.list) match = evaluator.plain(match);
    outcome.matches = Value::list(matches.list);
    outcome.value = Evaluator::reduce(std::move(matches));
  }
};

}  // namespace

const Dialect& dialect() {
  static const Unfurl unfurl;
  return unfurl;
}

}  // namespace evalground::unfurl
