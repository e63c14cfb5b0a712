// A function of a language: one C++ function and one table entry. The entry is its documentation, its signature check,
// its completion, its hover and its first test.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/context.hpp"
#include "runtime/prose.hpp"

namespace evalground {

// What a function accesses besides its arguments; a set.
enum class Effects : std::uint8_t {
  none = 0,
  clock = 1,
  random = 2,
  reads_files = 4,
  writes_files = 8,
  env = 16,
  secret = 32,
  host = 64
};
constexpr Effects operator|(Effects a, Effects b) {
  return static_cast<Effects>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr bool has(Effects set, Effects one) {
  return (static_cast<std::uint8_t>(set) & static_cast<std::uint8_t>(one)) != 0;
}

// One parameter of a parsed signature.
struct Parameter {
  std::string_view name;
  std::string_view type;  // "string", "integer", "number", "boolean", "list", "map", "any", or a word of the dialect
  std::optional<std::string_view> fallback;  // the default as written: "' '", "63", "null"
  Value default_value;       // the default as a value: null, a boolean, a number or text; absent otherwise
  bool is_rest = false;      // "*items: any": takes the remaining arguments
  bool is_keywords = false;  // "**options: any": takes the remaining named arguments
};

// "split(text: string, by: string = ' ') -> list"
struct Signature {
  std::string_view name;
  std::vector<Parameter> parameters;
  std::string_view returns;
};

// Views into `text`, which must outlive the result. Throws Error "bad-signature" for an error in a table.
Signature parse_signature(std::string_view text);

// Arguments bound to a signature. Dialects derive from it to give their functions more (an evaluator, keywords).
class Call {
 public:
  Call(Context& context_, OriginId where_, const Signature& signature, std::vector<Value> arguments)
      : context(context_), where(where_), signature_(signature), owned_(std::move(arguments)), arguments_(owned_) {}
  // The caller keeps the arguments during the call.
  Call(Context& context_, OriginId where_, const Signature& signature, std::span<const Value> arguments)
      : context(context_), where(where_), signature_(signature), arguments_(arguments) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  Context& context;
  OriginId where;

  std::size_t size() const noexcept { return arguments_.size(); }
  bool given(std::size_t index) const { return index < arguments_.size() && !arguments_[index].is_undefined(); }
  // Undefined when not given.
  const Value& operator[](std::size_t index) const { return index < arguments_.size() ? arguments_[index] : missing_; }
  // The argument as a type, or Error "wrong-argument": "argument 2 of split must be a string, not a list".
  std::string_view string(std::size_t index) const;
  std::int64_t integer(std::size_t index) const;
  const List& list(std::size_t index) const;
  const Map& map(std::size_t index) const;
  bool boolean(std::size_t index) const;
  [[noreturn]] void wrong(std::size_t index, std::string_view expected) const;
  const Signature& signature() const noexcept { return signature_; }

 private:
  static const Value missing_;

  const Signature& signature_;
  std::vector<Value> owned_;
  std::span<const Value> arguments_;
};

// Shown in the reference and run as a test. `data` is the input of the expression (the document, or JSON for the
// workspace's `data`, as the catalogue's style says), or "". If the expression is "", the document itself is evaluated.
// `result` is JSON (the value, or the text for a language that returns only text), or "error". `keys` are further keys
// of the workspace, as a JSON object.
struct Example {
  Prose expression;
  Prose data;
  Prose result;
  Prose keys = {};
};

struct Function {
  std::string_view kind;       // "function", "filter", "test", "operator", "special-key", "directive", …
  std::string_view signature;  // "split(text: string, by: string = ' ') -> list"
  Prose summary;               // one sentence
  Prose details = {};
  // Versions of the reference, for a language that follows several: the first with the function, the first without it,
  // and the one that changed it.
  std::string_view since = {};
  std::string_view until = {};
  std::string_view changed = {};
  std::span<const std::string_view> aliases = {};
  Effects effects = Effects::none;
  std::span<const Example> examples = {};
  Value (*call)(Call&) = nullptr;  // null: only documented here, and evaluated by the language itself
};

}  // namespace evalground
