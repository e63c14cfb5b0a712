// Parses the expressions of 2026. The name of each operator, the number of its arguments and every constant path are
// checked here, also in branches that are never taken.
//
// How the argument of an operator is read follows from its signature:
//
//   @now()                      null or {}
//   @not(value: any)            one expression, or a list of exactly one
//   @eq(a: any, b: any)         a list of that many expressions
//   @add(*numbers: any)         a list, or one operator or path, which counts as the only item
//   @exists(path: path)         a text is the path itself; @literal(value: unread) takes everything as it stands
//
// A number that is written directly behind an operator is a float, and an item of a list is an integer if it has no
// fraction: `{"@neg": 5}` is -5.0, `{"@neg": [5]}` is -5.
#include "base/text/text.hpp"
#include "dialects/dcontroller/expression/expression.hpp"
#include "dialects/dcontroller/expression/versions.hpp"
#include "dialects/dcontroller/values/conversions.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

bool is_rooted(std::string_view text) {
  if (!text.starts_with('$')) return false;
  const std::string_view rest = text.substr(text.starts_with("$$") ? 2 : 1);
  return rest.starts_with('.') || rest.starts_with('[');
}

bool is_operation(const Value& value) {
  return value.is_map() && value.as_map().size() == 1 && value.as_map().entry(0).key.as_string().starts_with('@');
}

// What counts as an expression directly behind an operator: also a text such as `$name`, which is its own value.
bool is_operation_or_path(const Value& value) {
  return is_operation(value) || (value.is_string() && value.as_string().starts_with('$'));
}

class Reader2026 {
 public:
  explicit Reader2026(ExpressionTree& tree) : tree_(tree), context_(tree.context) {}

  const Expression& read(const Value& written) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    context_.here = written.origin();
    switch (written.kind()) {
      case Kind::string: return text(written);
      case Kind::list: return items(Expression::Kind::plain_list, written, written.as_list());
      case Kind::map: return is_operation(written) ? operation(written) : members(written);
      case Kind::integer: return constant(written, integer_if_whole(static_cast<double>(written.as_integer())));
      case Kind::real: return constant(written, integer_if_whole(written.as_real()));
      default: return constant(written, written);
    }
  }

 private:
  const Expression& constant(const Value& written, Value value) {
    Expression& constant = tree_.add(Expression::Kind::constant, written);
    constant.literal = std::move(value).with_origin(constant.computed);
    return constant;
  }

  // A text is a path only if `.` or `[` follows its root.
  const Expression& text(const Value& written) {
    if (!is_rooted(written.as_string())) return constant(written, written);
    Expression& matches = tree_.add(Expression::Kind::matches, written);
    matches.literal = written;
    matches.path = path(written);
    return matches;
  }

  const SubjectPath* path(const Value& written) {
    const SubjectPath* path = tree_.add_path(written.as_string(), Hyphens::refused);
    if (!path->is_whole()) path->path(written.origin());  // reports an invalid path
    return path;
  }

  const Expression& items(Expression::Kind kind, const Value& written, std::span<const Value> values) {
    tree_.keep(written);
    Expression& list = tree_.add(kind, written);
    list.parts.reserve(values.size());
    for (const Value& item : values) list.parts.push_back(&read(item));
    return list;
  }

  const Expression& members(const Value& written) {
    tree_.keep(written);
    Expression& map = tree_.add(Expression::Kind::plain_map, written);
    map.parts.reserve(written.as_map().size());
    map.keys.reserve(written.as_map().size());
    for (const auto& [key, value] : written.as_map()) {
      map.keys.push_back({key.as_string(), key.origin(), nullptr});
      map.parts.push_back(&read(value));
    }
    return map;
  }

  const Expression& operation(const Value& written) {
    tree_.keep(written);
    const auto& [key, argument] = written.as_map().entry(0);
    Expression& operation = tree_.add(Expression::Kind::operation, written);
    operation.name = key.as_string();
    operation.name_where = key.origin();
    operation.entry = tree_.catalogue.find(tree_.version.operator_kind, operation.name);
    if (operation.entry == nullptr) fail_unknown_operator(tree_, operation);
    operation.parts.push_back(&read_argument(operation, argument));
    return operation;
  }

  const Expression& read_argument(const Expression& operation, const Value& written) {
    const std::vector<Parameter>& parameters = operation.entry->signature.parameters;
    if (parameters.empty()) return no_argument(operation, written);
    if (parameters.front().is_rest) return any_arguments(operation, written);
    if (parameters.size() > 1) return arguments(operation, written);
    const std::string_view type = parameters.front().type;
    if (type == "path") return path_argument(operation, written);
    if (type == "unread") return constant(written, with_floats(written, context_.budget));
    if (type == "scalar") return written.is_list() ? read(written) : one_argument(operation, written);
    if (type == "truth") return truth_argument(operation, written);
    if (type == "items") return items_argument(written);
    if (type == "members") return members_argument(written);
    return one_argument(operation, written);
  }

  [[noreturn]] void fail(const Expression& operation, const std::string& needs, const Value& found) const {
    context_.fail(found.origin() != 0 ? found.origin() : operation.where, "wrong-argument",
                  "`" + std::string(operation.name) + "` needs " + needs + ", not " + short_text(found, 60) + ".");
  }

  const Expression& no_argument(const Expression& operation, const Value& written) {
    const bool is_empty = written.is_null() || (written.is_map() && written.as_map().empty());
    if (!is_empty) fail(operation, "no argument: write `null`", written);
    return constant(written, Value::null());
  }

  const Expression& one_argument(const Expression& operation, const Value& written) {
    if (written.is_list()) {
      if (written.as_list().size() != 1) fail(operation, "one argument, or a list of exactly one", written);
      return read(written.as_list().front());
    }
    if (written.is_map() && !is_operation(written)) return map_argument(operation, written);
    if (written.is_number()) return constant(written, with_floats(written, context_.budget));
    return read(written);
  }

  // Documented as an expression like any other.
  const Expression& map_argument(const Expression& operation, const Value& written) {
    const std::string name(operation.name);
    if (context_.quirks()) fail(operation, "an operator, a path, a scalar or a list of one argument", written);
    context_.warn(written.origin(), "differs-from-reference",
                  "The controller does not evaluate a map directly behind `" + name + "`: put it into a list.");
    return members(written);
  }

  const Expression& any_arguments(const Expression& operation, const Value& written) {
    if (!written.is_list() && !is_operation_or_path(written))
      fail(operation, "a list of arguments, an operator or a path", written);
    return read(written);
  }

  const Expression& arguments(const Expression& operation, const Value& written) {
    const std::vector<Parameter>& parameters = operation.entry->signature.parameters;
    std::size_t least = 0;
    while (least < parameters.size() && !parameters[least].fallback) ++least;
    const std::size_t most = parameters.size();
    const std::string count =
        least == most ? std::to_string(most) : std::to_string(least) + " to " + std::to_string(most);
    const std::size_t found = written.is_list() ? written.as_list().size() : 0;
    if (!written.is_list() || found < least || found > most)
      fail(operation, "a list of " + count + " arguments", written);
    if (parameters.front().type != "path") return read(written);
    // A path to set is not read from.
    tree_.keep(written);
    Expression& list = tree_.add(Expression::Kind::plain_list, written);
    for (const Value& item : written.as_list())
      list.parts.push_back(list.parts.empty() ? &path_argument(operation, item) : &read(item));
    return list;
  }

  const Expression& path_argument(const Expression& operation, const Value& written) {
    if (!written.is_string()) return one_argument(operation, written);
    if (!is_rooted(written.as_string())) fail(operation, "a path that begins with `$.` or `$$.`", written);
    Expression& constant = tree_.add(Expression::Kind::constant, written);
    constant.literal = written;
    constant.path = path(written);
    return constant;
  }

  const Expression& truth_argument(const Expression& operation, const Value& written) {
    const bool is_truth = written.is_null() || written.kind() == Kind::boolean || is_operation_or_path(written);
    if (!is_truth) fail(operation, "an operator, a path, a boolean or null", written);
    return read(written);
  }

  // Null, scalars and plain maps give an empty list, as in the controller.
  const Expression& items_argument(const Value& written) {
    if (written.is_list()) return read(written);
    const std::size_t count = is_operation_or_path(written) ? 1 : 0;
    return items(Expression::Kind::plain_list, written, {&written, count});
  }

  // The keys are never operators.
  const Expression& members_argument(const Value& written) {
    if (written.is_map()) return members(written);
    tree_.keep(written);
    Expression& map = tree_.add(Expression::Kind::plain_map, written);
    if (is_operation_or_path(written)) {
      map.keys.push_back({"", written.origin(), nullptr});
      map.parts.push_back(&read(written));
    }
    return map;
  }

  ExpressionTree& tree_;
  Context& context_;
};

}  // namespace

const Expression& read_2026(ExpressionTree& tree, const Value& written) {
  return Reader2026(tree).read(written);
}

}  // namespace evalground::dcontroller
