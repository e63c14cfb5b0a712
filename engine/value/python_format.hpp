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
  // The text of a value that is inserted without a specification of its own.
  virtual std::string inserted(const Value& value) { return text(value); }

  Budget& budget;
};

// `format % arguments`: a tuple gives several arguments, a map serves `%(key)s`, all else is one argument.
std::string python_percent(std::string_view format, const Value& arguments, FormatLanguage& language);

// `format.format(*positional, **named)`
std::string python_format(std::string_view format, std::span<const Value> positional, const Map& named,
                          FormatLanguage& language);

// format(value, spec): "[[fill]align][sign][#][0][width][,|_][.precision][type]".
std::string python_format_value(const Value& value, std::string_view spec, FormatLanguage& language);

}  // namespace evalground
