// Loops: the forms of `foreach` and `select`.
//
//   {eval: people, foreach: {key: name, value: {eval: $item::age}}}     one map: {ann: 30, bob: 20}
//
// The items are the matches of the source. If the only match is a list, they are its items. A map is one item. Each
// iteration sets the variables $item, $index, $key, $collection, $break and $continue. A form that is text is a query
// on the item. A form that is a map is mapped, and its expressions see the item as `$item`, or as the current resource
// if it is one. An item whose value has no match is left out.
//
// The rules are those of `for_each` in Unfurl's eval.py, except that a map is evaluated for each item. The reference
// evaluates it later, for the last item.
#include "base/text/text.hpp"
#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/values/collection.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "value/compare.hpp"

namespace evalground::unfurl {
namespace {

// `$break` and `$continue` in the body of a loop.
class LoopSignal final : public Object {
 public:
  explicit LoopSignal(bool ends_loop_) : ends_loop(ends_loop_) {}
  const bool ends_loop;

  std::string_view type_name() const override { return ends_loop ? "$break" : "$continue"; }
  Value resolve(Context&) override { return Value::null(); }
};

// The parts of a loop's form. Text is the value. A map with `key` or `value` holds these parts. Any other map is the
// value.
struct LoopForm {
  const Value* key = nullptr;    // null: the loop makes a list
  const Value* value = nullptr;  // never null
};

LoopForm read_form(const Context& context, const Value& form, OriginId where) {
  if (form.is_string()) return {nullptr, &form};
  if (!form.is_map()) {
    context.fail(where, "wrong-loop", "A loop must be a string or a map, not " + kind_text(form) + ".");
  }
  const auto part = [&form](std::string_view name) {
    const Value* found = form.as_map().find(name);
    return found != nullptr && python_truth(*found) ? found : nullptr;
  };
  const LoopForm result{part("key"), part("value")};
  if (result.key == nullptr && result.value == nullptr) return {nullptr, &form};
  if (result.value == nullptr) context.fail(where, "wrong-loop", "A loop with a `key` needs a `value`.");
  return result;
}

// The iterations of a loop, each with its own variables.
class Loop {
 public:
  Loop(Evaluator& evaluator, const LoopForm& form, const Scope& scope, const List& items)
      : evaluator_(evaluator),
        form_(form),
        scope_(scope),
        collection_(Value::list(items)),
        end_(Value::object(Ref<Object>(new LoopSignal(true)))),
        skip_(Value::object(Ref<Object>(new LoopSignal(false)))) {}

  void run() {
    std::int64_t index = 0;
    for (const Value& item : collection_.as_list()) {
      evaluator_.context.budget.step();
      if (!turn(item, Value::integer(index++))) return;
    }
  }

  List values;  // without keys
  Map entries;  // with keys

 private:
  // Returns false when the loop ends.
  bool turn(const Value& item, const Value& index) {
    const Scope scope = scope_of(item, index);
    Value key;
    if (form_.key != nullptr) {
      key = evaluator_.plain(evaluator_.argument(*form_.key, scope));
      if (const auto* signal = object_cast<LoopSignal>(key)) return !signal->ends_loop;
      if (key.is_undefined()) key = Value::null();
    }
    Matches matches;
    if (form_.value->is_string() || is_expression_map(*form_.value)) {
      // A nested loop gives a list. In the reference its only match is the value, and no match leaves the item out.
      matches = evaluator_.evaluate(*form_.value, scope);
      if (evaluator_.context.quirks()) matches.stays_list = false;
      if (matches.list.empty() && !matches.stays_list) return true;
    } else {
      matches.list.push_back(evaluator_.map_value(*form_.value, scope));
    }
    Value value = Evaluator::reduce(std::move(matches));
    if (const auto* signal = object_cast<LoopSignal>(value)) return !signal->ends_loop;
    if (form_.key != nullptr) {
      entries.set(std::move(key), std::move(value));
    } else {
      values.push_back(std::move(value));
    }
    return true;
  }

  // Text is evaluated on the item. An item that is a resource is also the current resource of nested expressions.
  Scope scope_of(const Value& item, const Value& index) const {
    Scope scope = scope_;
    if (auto* resource = object_cast<Resource>(item)) {
      scope.resource = resource;
      scope.item = {};
    } else {
      scope.item = item;
    }
    scope.variables = Ref<Variables>(new Variables(evaluator_.memos, scope_.variables,
                                                   {{"item", item},
                                                    {"index", index},
                                                    {"key", index},
                                                    {"collection", collection_},
                                                    {"break", end_},
                                                    {"continue", skip_}}));
    return scope;
  }

  Evaluator& evaluator_;
  const LoopForm form_;
  const Scope& scope_;
  const Value collection_, end_, skip_;
};

}  // namespace

List Evaluator::for_each(const Value& form, const List& items, const Scope& scope, OriginId where) {
  const Depth depth = context.budget.enter();
  const OriginId place = form.origin() != 0 ? form.origin() : where;
  const LoopForm parts = read_form(context, form, place);
  Loop loop(*this, parts, scope, items);
  loop.run();
  if (parts.key == nullptr) return std::move(loop.values);
  return {Value::map(std::move(loop.entries)).with_origin(computed(place))};
}

List Evaluator::loop(const Value& form, List matches, const Scope& scope, OriginId where) {
  if (form.is_string() && form.as_string() == "$true") return matches;
  if (matches.size() == 1) {
    const Value only = matches.front();
    if (only.is_list()) {
      matches = only.as_list();
    } else if (auto* collection = object_cast<Collection>(only); collection != nullptr && collection->is_list()) {
      matches.clear();
      for (std::size_t index = 0; index < collection->size(); ++index) matches.push_back(collection->item(index));
    }
  }
  return for_each(form, matches, scope, where);
}

}  // namespace evalground::unfurl
