// Python's two ways to format text over values: `'%s' % x` and `'{}'.format(x)`, and format(x, spec) beneath them.
//
// A failure throws Error "value-error" or "type-error" (and "index-error", "key-error" for missing arguments) with
// Python's sentence. All growth is checked against the memory left.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground {

// How a language shows values and reads their parts; the defaults are those of plain data.
class FormatLanguage {
 public:
  explicit FormatLanguage(Budget& budget_) : budget(budget_) {}
  virtual ~FormatLanguage() = default;
  virtual std::string text(const Value& value);  // str()
  virtual std::string repr(const Value& value);
  virtual std::string type_name(const Value& value);
  virtual bool truth(const Value& value);
  // `{0.name}` and `{0[key]}`; the key is an integer where it looks like one.
  virtual Value attribute(const Value& value, std::string_view name);
  virtual Value item(const Value& value, const Value& key);
  // `container[key]` of the arguments themselves: `{key}` and `%(key)s`.
  virtual Value subscript(const Value& container, std::string_view key);
  // Whether `format % value` looks keys up in it, and does not ask that all of it is used: what has items, but no tuple
  // and no text.
  virtual bool is_mapping(const Value& value);
  // The text of a value for `%s`, and for `%r`.
  virtual std::string inserted(const Value& value) { return text(value); }
  virtual std::string inserted_repr(const Value& value) { return repr(value); }
  // Fails for what is missing, where a number is wanted.
  virtual void require_number(const Value&) {}
  // The text of a value for `{}` with its specification, which may be empty.
  virtual std::string formatted(const Value& value, std::string_view spec);

  Budget& budget;
};

// `format % arguments`: a tuple gives several arguments, a mapping serves `%(key)s`, all else is one argument.
std::string python_percent(std::string_view format, const Value& arguments, FormatLanguage& language);

// `string.Formatter().vformat(format, positional, named)`, which str.format() is but for some of its messages. A name
// of digits only is an index; `named` is asked for the others by subscript().
std::string python_format(std::string_view format, std::span<const Value> positional, const Value& named,
                          FormatLanguage& language);

// format(value, spec): "[[fill]align][sign][z][#][0][width][,|_][.precision][type]".
std::string python_format_value(const Value& value, std::string_view spec, FormatLanguage& language);

}  // namespace evalground
