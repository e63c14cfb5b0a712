// The lookup `sequence`: `start=1 end=5 stride=2 format=web%02d`, or in short form `1-5/2:web%02d` -> web01, web03,
// web05.
#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/lookup_terms.hpp"
#include "value/python_format.hpp"
#include "value/python_number.hpp"

namespace evalground::ansible {
namespace lookups_sequence_family {
namespace {

struct Sequence {
  Value start = Value::integer(1);
  Value end, count;  // undefined when not given
  Value stride = Value::integer(1);
  std::string format = "%d";
  bool is_decimal = false;  // since 2.19: decimal numbers only, with other messages
};

// Base 0 of Python's int() accepts 0x1f and 0o17. Since 2.19 only decimal numbers are valid.
Value sequence_number(const FunctionCall& call, const Sequence& sequence, std::string_view name,
                      std::string_view text) {
  return recover([&] { return python_int(text, sequence.is_decimal ? 10 : 0, call.context.budget); },
                 [&](const Error&) -> Value {
                   if (sequence.is_decimal) {
                     call.fail("Invalid value provided for 'integer': '" + std::string(text) + "'");
                   }
                   call.fail("can't parse " + std::string(name) + "=" + std::string(text) + " as integer");
                 });
}

// Reads "[start-]end[/stride][:format]"; false for other forms.
bool read_short_sequence(const FunctionCall& call, std::string_view term, Sequence& sequence) {
  const auto is_hex = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == 'x' || c == 'X';
  };
  Scanner scanner(term);
  std::string_view start;
  std::string_view end = scanner.take_while(is_hex);
  if (scanner.take('-')) {
    start = end;
    if (start.empty()) return false;
    end = scanner.take_while(is_hex);
  }
  std::string_view stride;
  if (scanner.take('/')) {
    stride = scanner.take_while(is_hex);
    if (stride.empty()) return false;
  }
  std::string_view format;
  if (scanner.take(':')) {
    format = scanner.rest();
    if (format.empty()) return false;
  } else if (!scanner.at_end()) {
    return false;
  }
  if (end.empty()) return false;
  if (!start.empty()) sequence.start = sequence_number(call, sequence, "start", start);
  sequence.end = sequence_number(call, sequence, "end", end);
  if (!stride.empty()) sequence.stride = sequence_number(call, sequence, "stride", stride);
  if (!format.empty()) sequence.format = std::string(format);
  return true;
}

// The long form: "start=1 end=5 stride=2 format=web%02d". All unknown names are reported together.
void read_sequence(const FunctionCall& call, std::string_view term, Sequence& sequence) {
  const KeyValues read = read_key_values(term);
  std::vector<std::string> unknown;
  if (!read.rest.empty()) unknown.push_back("'_raw_params'");
  for (const auto& [name, value] : read.options) {
    if (name == "format") {
      sequence.format = value;
      continue;
    }
    Value* place = name == "start"    ? &sequence.start
                   : name == "end"    ? &sequence.end
                   : name == "count"  ? &sequence.count
                   : name == "stride" ? &sequence.stride
                                      : nullptr;
    if (place == nullptr) {
      unknown.push_back("'" + name + "'");
    } else {
      *place = sequence_number(call, sequence, name, value);
    }
  }
  if (!unknown.empty()) call.fail("unrecognized arguments to with_sequence: [" + join(unknown, ", ") + "]");
}

// Both ends are included, unlike in Python's range(). `count` is converted to an end. The direction must fit the sign
// of the stride, and a stride of 0 gives nothing. The additions are checked, because the end may be the largest
// integer.
void add_sequence(const FunctionCall& call, const Sequence& sequence, List& result) {
  Budget& budget = call.context.budget;
  if (sequence.count.is_undefined() && sequence.end.is_undefined()) {
    call.fail("must specify count or end in with_sequence");
  }
  if (!sequence.count.is_undefined() && !sequence.end.is_undefined()) {
    call.fail("can't specify both count and end in with_sequence");
  }
  const auto small = [&](const Value& number) {
    if (number.kind() != Kind::integer) call.fail("a number of with_sequence is too large");
    return number.as_integer();
  };
  const std::int64_t start = small(sequence.start);
  const std::int64_t stride = small(sequence.stride);
  std::int64_t end = 0;
  if (!sequence.end.is_undefined()) {
    end = small(sequence.end);
  } else {
    if (small(sequence.count) == 0) return;
    const auto length = checked_multiply(small(sequence.count), stride);
    const auto past = length ? checked_add(start, *length) : std::nullopt;
    if (!past) call.fail("a number of with_sequence is too large");
    end = *past - 1;
  }
  if (stride > 0 && end < start) call.fail("to count backwards make stride negative");
  if (stride < 0 && end > start) call.fail("to count forward don't make stride negative");
  if (std::count(sequence.format.begin(), sequence.format.end(), '%') != 1) {
    call.fail("bad formatting string: " + sequence.format);
  }
  if (stride == 0) return;
  FormatLanguage plain(budget);
  for (std::int64_t number = start;;) {
    budget.step();
    result.push_back(Value::string(
        recover([&] { return python_percent(sequence.format, Value::integer(number), plain); },
                [&](const Error&) -> std::string {
                  call.fail("problem formatting " + std::to_string(number) + " with '" + sequence.format + "'");
                })));
    const auto next = checked_add(number, stride);
    if (!next || (stride > 0 ? *next > end : *next < end)) return;
    number = *next;
  }
}

// query('sequence', '2-10/4') -> ['2', '6', '10']. The results are texts, since each number passes through the format.
Value sequence(Call& base) {
  FunctionCall& call = function_call(base);
  List result;
  for (const Value& term : call.rest) {
    if (!term.is_string()) {
      call.fail("unknown error parsing with_sequence arguments: " + call.evaluator.repr(term) +
                ". Error was: expected string or bytes-like object, got '" + call.evaluator.type_name(term) + "'");
    }
    const std::string text = call.evaluator.text(term);
    Sequence one;
    if (!read_short_sequence(call, text, one)) read_sequence(call, text, one);
    add_sequence(call, one, result);
  }
  return Value::list(std::move(result));
}

// The same with numbers as named arguments, which a term overrides. Without a term they define the sequence.
Value newer_sequence(Call& base) {
  FunctionCall& call = function_call(base);
  Evaluator& evaluator = call.evaluator;
  Sequence given;
  given.is_decimal = true;
  bool has_given = false;
  const auto take = [&](std::size_t index, std::string_view name, Value& place) {
    if (!call.set(index)) return;
    has_given = true;
    place = call[index].kind() == Kind::integer ? call[index]
                                                : sequence_number(call, given, name, evaluator.text(call[index]));
  };
  take(1, "start", given.start);
  take(2, "end", given.end);
  take(3, "count", given.count);
  take(4, "stride", given.stride);
  if (call.set(5)) given.format = call.text(5);
  List result;
  if (call.rest.empty() && has_given) add_sequence(call, given, result);
  for (const Value& term : call.rest) {
    const std::string text = evaluator.text(term);
    Sequence one = given;
    if (!read_short_sequence(call, text, one)) read_sequence(call, text, one);
    add_sequence(call, one, result);
  }
  return Value::list(std::move(result));
}

constexpr Example sequence_examples[] = {
    {"{{ query('sequence', '2-10/4') }} {{ lookup('sequence', 'start=1 count=2 format=web%02d') }}", "",
     R"("['2', '6', '10'] web01,web02")", in_ansible},
    {"{{ lookup('sequence', 'start=1') }}", "", "error", in_ansible}};
constexpr Example newer_sequence_examples[] = {
    {"{{ query('sequence', start=2, end=10, stride=4) }}", "", R"("['2', '6', '10']")", in_ansible_2_21},
    {"{{ query('sequence', '0x1-0x3') }}", "", "error", in_ansible_2_21}};

constexpr Function all[] = {
    {.kind = ansible_lookup,
     .signature = "sequence(*terms: string) -> list",
     .summary = "Numbers as texts.",
     .details = "`[start-]end[/stride][:format]`, or `start= end= count= stride= format=`; the format is printf's.",
     .examples = sequence_examples,
     .call = sequence},
    {.kind = ansible_2_21_lookup,
     .signature = "sequence(*terms: string, start: integer = null, end: integer = null, count: integer = null, stride: "
                  "integer = null, format: string = null) -> list",
     .summary = "Numbers as texts.",
     .details = "`[start-]end[/stride][:format]`, or `start= end= count= stride= format=`; the format is printf's.",
     .changed = "2.19",
     .examples = newer_sequence_examples,
     .call = newer_sequence},
};

}  // namespace
}  // namespace lookups_sequence_family

std::span<const Function> ansible_sequence_lookups() {
  using namespace lookups_sequence_family;
  return all;
}

}  // namespace evalground::ansible
