// Python's two ways to format values: `'%s' % x` and `'{}'.format(x)`, and format(x, spec), which the latter uses.
//
// A failure throws Error "value-error" or "type-error" (and "index-error", "key-error" for missing arguments) with
// Python's message. All growth is checked against the remaining memory.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground {

// How a language prints values and reads their parts. The defaults are for plain data.
class FormatLanguage {
 public:
  explicit FormatLanguage(Budget& budget_) : budget(budget_) {}
  virtual ~FormatLanguage() = default;
  virtual std::string text(const Value& value);  // str()
  virtual std::string repr(const Value& value);
  virtual std::string type_name(const Value& value);
  virtual bool truth(const Value& value);
  // `{0.name}` and `{0[key]}`. The key is an integer if it looks like one.
  virtual Value attribute(const Value& value, std::string_view name);
  virtual Value item(const Value& value, const Value& key);
  // `container[key]` of the arguments themselves: `{key}` and `%(key)s`.
  virtual Value subscript(const Value& container, std::string_view key);
  // True when `format % value` looks up keys in the value and need not use all of it: a container other than a tuple or
  // text.
  virtual bool is_mapping(const Value& value);
  // The text of a value for `%s`, and for `%r`.
  virtual std::string inserted(const Value& value) { return text(value); }
  virtual std::string inserted_repr(const Value& value) { return repr(value); }
  // Fails for an undefined value where a number is needed.
  virtual void require_number(const Value&) {}
  // The text of a value for `{}` with its specification, which may be empty.
  virtual std::string formatted(const Value& value, std::string_view spec);

  Budget& budget;
};

// `format % arguments`: a tuple is several arguments, a mapping serves `%(key)s`, any other value is one argument.
std::string python_percent(std::string_view format, const Value& arguments, FormatLanguage& language);

// `string.Formatter().vformat(format, positional, named)`, which equals str.format() except for some messages. A name
// of digits is an index. Other names are looked up in `named` with subscript().
std::string python_format(std::string_view format, std::span<const Value> positional, const Value& named,
                          FormatLanguage& language);

// format(value, spec): "[[fill]align][sign][z][#][0][width][,|_][.precision][type]".
std::string python_format_value(const Value& value, std::string_view spec, FormatLanguage& language);

}  // namespace evalground
