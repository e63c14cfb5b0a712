#include "change/wish.hpp"

#include <algorithm>
#include <optional>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "data/paths/json_pointer.hpp"
#include "runtime/context.hpp"
#include "runtime/secrets.hpp"
#include "shrink/goal.hpp"
#include "value/json.hpp"
#include "value/members.hpp"

namespace evalground::changing {
namespace {

using shrinking::read_path;
using shrinking::value_at;

constexpr std::string_view parts[] = {"value", "text", "outputs", "variables", "resources", "reports", "matches"};

bool begins_at_part(const List& path) {
  return !path.empty() && path[0].is_string() &&
         std::any_of(std::begin(parts), std::end(parts), [&](std::string_view part) { return path[0].is_text(part); });
}

}  // namespace

namespace {

// The path with keys that contain dots, such as `main.env` of the variables of a policy, where the outcome has these
// and no shorter key.
List with_dotted_keys(const List& path, const Map& outcome) {
  constexpr std::size_t most_joined = 8;
  List joined;
  Value at = Value::map(outcome);
  for (std::size_t begin = 0; begin < path.size();) {
    std::string key = scalar_text(path[begin]).value_or("");
    std::size_t end = begin + 1;
    Value next = value_at(at, {path[begin]});
    for (; next.is_undefined() && at.is_map() && end < path.size() && end - begin < most_joined; ++end) {
      key += "." + scalar_text(path[end]).value_or("");
      next = value_at(at, {Value::string(key)});
    }
    joined.push_back(end == begin + 1 ? path[begin] : Value::string(key));
    if (next.is_undefined()) return path;
    at = std::move(next);
    begin = end;
  }
  return joined;
}

}  // namespace

List full_path(List path, const Map& outcome) {
  // "/text/3"
  if (path.size() == 2 && path[0].is_text("text") && path[1].is_string()) {
    if (const auto line = parse_integer(path[1].as_string())) path[1] = Value::integer(line.value);
  }
  const auto known = [&](const List& full) {
    return !value_of(outcome, full).is_undefined() ? full : with_dotted_keys(full, outcome);
  };
  if (begins_at_part(path)) {
    const List full = known(path);
    if (!value_of(outcome, full).is_undefined()) return full;
  }
  for (const std::string_view part : {"value", "outputs", "variables", "resources"}) {
    List full{Value::string(part)};
    full.insert(full.end(), path.begin(), path.end());
    full = known(full);
    if (!value_of(outcome, full).is_undefined()) return full;
  }
  return path.empty() ? List{Value::string("value")} : path;
}

namespace {

// The pointers of redacted values: of the value, or without one of the outputs; other parts have their own.
const Value* redacted_in(const Map& outcome, const Value& part) {
  const Value* parts = outcome.find("parts");
  const Value* own = parts != nullptr && parts->is_map() ? parts->as_map().find(part) : nullptr;
  return (own != nullptr && own->is_map() ? own->as_map() : outcome).find("sensitive");
}

}  // namespace

bool is_redacted(const Map& outcome, const List& path) {
  const bool has_pointers = !path.empty() && !path[0].is_text("text");
  const Value* list = has_pointers ? redacted_in(outcome, path[0]) : nullptr;
  if (list == nullptr || !list->is_list()) return false;
  const std::string own = pointer_of(path, 1);
  return std::any_of(list->as_list().begin(), list->as_list().end(), [&](const Value& one) {
    if (!one.is_string()) return false;
    const std::string_view pointer = one.as_string();
    return pointer == own || (own.starts_with(pointer) && own.substr(pointer.size()).starts_with('/'));
  });
}

std::string failure_of(const Map& outcome) {
  if (outcome.find("ok") == nullptr || is_set_member(outcome, "ok")) return {};
  for (const Value& one : list_member(outcome, "diagnostics")) {
    if (!one.is_map() || text_member(one.as_map(), "severity") != "error") continue;
    return " The run fails: " + std::string(text_member(one.as_map(), "message"));
  }
  return {};
}

namespace {

// What a person has written in place of a value. For a text it is text, unless it is in the quotes of JSON; for any
// other value it is JSON, or else text.
Value written_value(std::string_view written, const Value& now, Budget& budget) {
  if (now.is_string() && !written.starts_with('"')) return Value::string(written);
  return recover([&] { return parse_json(written, budget); }, [&](const Error&) { return Value::string(written); });
}

}  // namespace

Wish wish_of(const Map& request, const Map& outcome, Budget& budget) {
  const Value* written = request.find("path");
  const Value* to = request.find("to");
  const Value* text = request.find("toText");
  if (written == nullptr || !(written->is_string() || written->is_list())) {
    throw Error("bad-request", "A change needs the `path` of a value.");
  }
  if (to == nullptr && (text == nullptr || !text->is_string()))
    throw Error("bad-request", "A change needs the wanted value under `to`.");
  Wish wish;
  wish.path = full_path(written->is_list() ? written->as_list() : read_path(written->as_string()), outcome);
  wish.now = value_of(outcome, wish.path);
  if (wish.now.is_undefined()) {
    const std::string name = written->is_string() ? std::string(written->as_string()) : write_json(*written, budget);
    throw Error("nothing-to-change", "The result has nothing at " + quote(name, 80) + "." + failure_of(outcome));
  }
  wish.is_secret = is_redacted(outcome, wish.path);
  wish.to = to != nullptr ? *to : written_value(text->as_string(), wish.now, budget);
  if (to != nullptr && wish.now.is_string() && !to->is_string()) {
    if (const auto own = scalar_text(*to)) wish.to = Value::string(*own);
  }
  // 4 in place of 3.5
  if (wish.now.kind() == Kind::real && wish.to.kind() == Kind::integer) {
    wish.to = Value::real(static_cast<double>(wish.to.as_integer()));
  }
  if (write_json(wish.to, budget).find(redaction) != std::string::npos) {
    throw Error("bad-request", "The wanted value contains " + std::string(redaction) +
                                   ", which stands for a secret; name the value beside it alone.");
  }
  return wish;
}

Value value_of(const Map& outcome, const List& path) {
  if (path.size() != 2 || !path[0].is_text("text") || path[1].kind() != Kind::integer) {
    return value_at(Value::map(outcome), path);
  }
  const Value* text = outcome.find("text");
  if (text == nullptr || !text->is_string() || path[1].as_integer() < 0) return {};
  std::string_view rest = text->as_string();
  for (std::int64_t line = path[1].as_integer(); line > 0; --line) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  return Value::string(rest.substr(0, rest.find('\n')));
}

bool is_equal(const Value& a, const Value& b, Budget& budget) {
  if (a.is_undefined() || b.is_undefined()) return a.is_undefined() && b.is_undefined();
  return write_json(a, budget) == write_json(b, budget);
}

std::optional<std::string> scalar_text(const Value& value) {
  switch (value.kind()) {
    case Kind::string: return std::string(value.as_string());
    case Kind::integer: return std::to_string(value.as_integer());
    case Kind::real: return real_text(value.as_real());
    case Kind::boolean: return std::string(value.as_boolean() ? "true" : "false");
    default: return std::nullopt;
  }
}

std::string pointer_of(const List& path, std::size_t from) {
  std::string pointer;
  for (std::size_t at = from; at < path.size(); ++at) append_pointer_part(pointer, scalar_text(path[at]).value_or(""));
  return pointer;
}

}  // namespace evalground::changing
