// What a dialect tells language services: the names of its texts, and what stands at a position. All requests are made
// of these two (assist/); a dialect adds none of its own.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/catalogue.hpp"
#include "runtime/context.hpp"
#include "runtime/language/pieces.hpp"
#include "runtime/language/reading.hpp"

namespace evalground {

struct YamlNode;

// A word that may be inserted at a position, beside those of the catalogue and the symbols. `kind` has static lifetime.
struct Offer {
  std::string label;
  std::string_view kind;  // "keyword", "key", "value", "file", "variable", …
  std::string detail = {};
  std::string insert = {};  // empty: the label
  bool is_last = false;     // behind what the catalogue has: words such as `true`
};

// A call around a position: a function of the catalogue, or a symbol with parameters.
struct CallAround {
  std::string_view kind;
  std::string name;
  std::uint32_t symbol = no_symbol;
  std::string scope = {};                        // of the symbol; empty: any
  std::size_t argument = 0;                      // the number of the one that stands here
  std::string argument_name = {};                // where it is given by name
  std::vector<std::string> given = {};           // the names of those before that are
  const FunctionCatalogue* catalogue = nullptr;  // as in Mention
  // Where the function's one parameter is a list or map: what stands in it, "params: map". Static lifetime.
  std::span<const std::string_view> parts = {};
};

// How a function of the catalogue is written: `f(…)`, as a key, as a map in braces where a value stands, or its name.
enum class Calls : std::uint8_t { parentheses, key, braces, bare };

// What stands at a position and what may.
struct Caret {
  Stretch word;                                      // what has been typed of a word there; empty: nothing
  std::vector<const FunctionCatalogue*> catalogues;  // those of embedded languages; none: the dialect's own
  std::vector<std::string_view> kinds;               // entries of the catalogue that may stand here
  std::vector<std::string_view> symbols;             // kinds of symbols that may
  std::string scope;                                 // only those of this scope, where it is not empty
  bool (*takes)(const FunctionCatalogue::Entry& entry, const Caret& caret) = nullptr;  // null: all of those kinds
  std::string_view names_argument;  // what follows the name of an argument that may stand here, "="; empty: none may
  std::vector<Offer> offers;
  Value data;                           // its keys may stand here
  Value receiver;                       // what a method that stands here is called on; undefined: unknown
  Calls calls_as = Calls::parentheses;  // how a function of the catalogue is written here
  std::vector<CallAround> calls;        // outermost first
};

// What its files are, for those who lay them out anew: YAML, text with tags, one expression, or blocks in braces.
enum class Form : std::uint8_t { yaml, tags, expression, braces };

class Language {
 public:
  virtual ~Language() = default;
  // Whether a file of the workspace is in this language.
  virtual bool reads(std::string_view path, const Workspace& workspace) const = 0;
  // Adds what a file defines for the others; before any is read.
  virtual void define(Context&, std::uint32_t, Reading&) const {}
  // Adds the names of a file.
  virtual void read(Context& context, std::uint32_t file, Reading& reading) const = 0;
  // The kinds of the catalogue in which what a text calls a `kind` is looked up, in this order: filters of Ansible and
  // those of Jinja.
  virtual std::vector<std::string_view> kinds_of(std::string_view kind) const { return {kind}; }
  virtual Caret at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const = 0;
  // Whether `at` looks at all mentions of the reading: else it is handed one that has those that define only.
  virtual bool looks_at_references() const { return false; }
  virtual Form form() const { return Form::yaml; }
  // Whether a node's text belongs to another program's language and is passed to it unchanged.
  virtual bool is_for_others(const YamlNode&) const { return false; }
  // Whether `{{ … }}` in a scalar is evaluated.
  virtual bool reads_templates() const { return false; }
  // The parts of an expression that stands there, without the blanks between: for format and explain.
  virtual Pieces pieces(Context& context, const Stretch& expression) const = 0;
};

}  // namespace evalground
