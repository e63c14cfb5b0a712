// Functions that every template can call, and the objects that they make.
#include <limits>

#include "dialects/jinja2/execution/loop.hpp"
#include "dialects/jinja2/library/dict_argument.hpp"
#include "dialects/jinja2/library/families.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/function_object.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "value/big_integer.hpp"

namespace evalground::jinja2 {
namespace globals_family {
namespace {

constexpr std::uint64_t longest_range = 100'000;

// cycler(…): returns its items in turn and starts over after the last.
//   {% set c = cycler('odd', 'even') %}{{ c.next() }} {{ c.next() }} {{ c.current }}   ->   odd even odd
//
// Its methods are entries of the catalogue (cycler.next), so they are documented and checked like other functions.
class Cycler final : public TemplateObject {
 public:
  Cycler(Evaluator& evaluator, List items) : TemplateObject(evaluator), items_(std::move(items)) {}
  std::string_view type_name() const override { return "Cycler"; }
  std::string_view module() const override { return "jinja2.utils"; }
  std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override {
    if (name == "current") return items_[at_];
    if (name != "next" && name != "reset") return std::nullopt;
    const auto* entry = evaluator.functions.find(FunctionKind::global, name == "next" ? "cycler.next" : "cycler.reset");
    return make_object<FunctionObject>(evaluator, *entry, Value::object(Ref<Object>(this)));
  }
  Value advance() {
    const Value current = items_[at_];
    at_ = (at_ + 1) % items_.size();
    return current;
  }
  void reset() { at_ = 0; }

 private:
  List items_;
  std::size_t at_ = 0;
};

// joiner(…): returns an empty text on the first call and the separator afterwards.
class Joiner final : public TemplateObject {
 public:
  Joiner(Evaluator& evaluator, Value separator) : TemplateObject(evaluator), separator_(std::move(separator)) {}
  std::string_view type_name() const override { return "Joiner"; }
  std::string_view module() const override { return "jinja2.utils"; }
  bool is_callable() const override { return true; }
  Value call(Evaluator&, const Arguments&) override {
    if (std::exchange(was_called_, true)) return separator_;
    return Value::string("");
  }

 private:
  Value separator_;
  bool was_called_ = false;
};

// An argument of range(): an integer of any size, or a boolean.
Value bound(FunctionCall& call, std::size_t index) {
  return is_integer(call[index]) ? call[index].with_origin(0) : Value::integer(call.number(index));
}

// range(3) -> 0, 1, 2 and range(4, 0, -2) -> 4, 2. No list is made, so a long range costs nothing until it is read. The
// sandbox of Jinja limits its length nevertheless, unless the flavor has long ranges.
Value range(Call& base) {
  FunctionCall& call = function_call(base);
  const Value first = bound(call, 0);
  const Value step = bound(call, 2);
  const bool has_stop = call.given(1);
  const Value stop = has_stop ? bound(call, 1) : first;
  if (step.kind() == Kind::integer && step.as_integer() == 0) {
    call.fail("range() arg 3 must not be zero", "value-error");
  }
  const Value result = make_object<Range>(call.evaluator, has_stop ? first : Value::integer(0), stop, step);
  const std::uint64_t count = object_cast<Range>(result)->count;
  if (count > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    call.fail("Python int too large to convert to C ssize_t", "overflow-error");
  }
  if (count > longest_range && !call.evaluator.options.behavior.has_long_ranges) {
    call.fail("Range too big. The sandbox blocks ranges larger than MAX_RANGE (100000).", "overflow-error");
  }
  return result;
}

Value dict(Call& base) {
  return Value::map(dict_argument(function_call(base), 0));
}

// dict.fromkeys(['a', 'b'], 0) -> {'a': 0, 'b': 0}. All keys share one value, also if it is a list.
Value from_keys(Call& base) {
  FunctionCall& call = function_call(base);
  const Value filling = call[1];
  Map map;
  for (const Value& key : call.items(0)) {
    call.evaluator.require_hashable(key);
    map.set(key, filling);
  }
  return Value::map(std::move(map));
}

// {% set ns = namespace(n=0) %} is the way out of a loop: assignments within a loop end with it, but attributes of a
// namespace stay.
Value make_namespace(Call& base) {
  FunctionCall& call = function_call(base);
  return make_object<Namespace>(call.evaluator, dict_argument(call, 0));
}

Value cycler(Call& base) {
  FunctionCall& call = function_call(base);
  if (call.rest.empty()) call.fail("at least one item has to be provided", "runtime-error");
  return make_object<Cycler>(call.evaluator, List(call.rest.begin(), call.rest.end()));
}

// The object on which a method is called. Python allows calling a method on its class with any object:
// `cycler.next(1)`. Then the first attribute that the method reads is missing.
template <class T>
T& self(FunctionCall& call, std::string_view attribute) {
  T* object = object_cast<T>(call[0]);
  if (object == nullptr) {
    call.evaluator.require(call[0]);
    call.fail("'" + call.evaluator.type_name(call[0]) + "' object has no attribute '" + std::string(attribute) + "'",
              "attribute-error");
  }
  return *object;
}

Value cycler_next(Call& base) {
  return self<Cycler>(function_call(base), "current").advance();
}
Value cycler_reset(Call& base) {
  self<Cycler>(function_call(base), "pos").reset();
  return Value::null();
}

// {% set sep = joiner(', ') %} prints nothing before the first item of a loop and the separator before all others.
Value joiner(Call& base) {
  FunctionCall& call = function_call(base);
  return make_object<Joiner>(call.evaluator, call[0]);
}

Value loop_cycle(Call& base) {
  FunctionCall& call = function_call(base);
  return self<LoopObject>(call, "index0").cycle(call.rest);
}
// loop.changed(x): whether x differs from the previous call, so a heading can be printed once for each group.
Value loop_changed(Call& base) {
  FunctionCall& call = function_call(base);
  return Value::boolean(self<LoopObject>(call, "index0").changed(call.rest));
}

constexpr Example range_examples[] = {
    {"{{ range(3) | list }} {{ range(4, 0, -2) | list }}", "", R"("[0, 1, 2] [4, 2]")"},
    {"{{ range(1000000000) }}", "", "error"}};
constexpr Example dict_examples[] = {{"{{ dict([('a', 1)], b=2) }}", "", R"("{'a': 1, 'b': 2}")"}};
constexpr Example fromkeys_examples[] = {{"{{ dict.fromkeys(['a', 'b'], 0) }}", "", R"("{'a': 0, 'b': 0}")"}};
constexpr Example namespace_examples[] = {
    {"{% set ns = namespace(n=0) %}{% for i in [1, 2, 3] %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}", "",
     R"("6")"}};
constexpr Example cycler_examples[] = {
    {"{% set c = cycler('odd', 'even') %}{{ c.next() }} {{ c.next() }} {{ c.current }}", "", R"("odd even odd")"}};
constexpr Example next_examples[] = {
    {"{% set c = cycler(1, 2) %}{{ c.next() }}{{ c.next() }}{{ c.next() }}", "", R"("121")"}};
constexpr Example reset_examples[] = {
    {"{% set c = cycler(1, 2) %}{{ c.next() }}{{ c.reset() or '' }}{{ c.next() }}", "", R"("11")"}};
constexpr Example joiner_examples[] = {
    {"{% set sep = joiner(' + ') %}{% for x in 'abc' %}{{ sep() }}{{ x }}{% endfor %}", "", R"("a + b + c")"}};
constexpr Example cycle_examples[] = {
    {"{% for x in range(3) %}{{ loop.cycle('odd', 'even') }} {% endfor %}", "", R"("odd even odd ")"}};
constexpr Example changed_examples[] = {
    {"{% for x in [1, 1, 2] %}{{ loop.changed(x) }} {% endfor %}", "", R"("True False True ")"}};

}  // namespace
}  // namespace globals_family

std::span<const Function> globals() {
  using namespace globals_family;
  static constexpr Function all[] = {
      {.kind = "global",
       .signature = "range(start: integer, stop: integer = null, step: integer = 1) -> range",
       .summary = "The numbers from `start` (0 when it is the only argument) up to `stop`, at most 100,000.",
       .examples = range_examples,
       .call = range},
      {.kind = "global",
       .signature = "dict(source: any = null, **entries: any) -> map",
       .summary = "A map made from a map, from pairs, or from named arguments.",
       .examples = dict_examples,
       .call = dict},
      {.kind = "global",
       .signature = "dict.fromkeys(keys: any, value: any = null) -> map",
       .summary = "A map of keys that all have one value.",
       .examples = fromkeys_examples,
       .call = from_keys},
      {.kind = "global",
       .signature = "namespace(source: any = null, **entries: any) -> namespace",
       .summary = "A value whose attributes can be set, also from within loops and blocks.",
       .examples = namespace_examples,
       .call = make_namespace},
      {.kind = "global",
       .signature = "cycler(*items: any) -> cycler",
       .summary = "Goes round its items: `next()`, `current`, `reset()`.",
       .examples = cycler_examples,
       .call = cycler},
      {.kind = "global",
       .signature = "cycler.next(self: cycler) -> any",
       .summary = "The current item; then goes on to the next.",
       .examples = next_examples,
       .call = cycler_next},
      {.kind = "global",
       .signature = "cycler.reset(self: cycler) -> null",
       .summary = "Goes back to the first item.",
       .examples = reset_examples,
       .call = cycler_reset},
      {.kind = "global",
       .signature = "joiner(sep: string = ', ') -> function",
       .summary = "A function that returns nothing on its first call and the separator on later calls.",
       .examples = joiner_examples,
       .call = joiner},
      {.kind = "global",
       .signature = "loop.cycle(self: loop, *values: any) -> any",
       .summary = "The values in turn, one for each pass of the loop.",
       .examples = cycle_examples,
       .call = loop_cycle},
      {.kind = "global",
       .signature = "loop.changed(self: loop, *values: any) -> boolean",
       .summary = "Whether the values differ from those of the last call.",
       .examples = changed_examples,
       .call = loop_changed},
  };
  return all;
}

}  // namespace evalground::jinja2
