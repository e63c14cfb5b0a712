// A dialect's language services: the names in its texts, and what is at a position. All requests are answered from
// these two (assist/). A dialect adds no requests of its own.
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

// A word to insert at a position, in addition to the catalogue and the symbols. `kind` has static lifetime.
struct Offer {
  std::string label;
  std::string_view kind;  // "keyword", "key", "value", "file", "variable", …
  std::string detail = {};
  std::string insert = {};  // empty: the label
  bool is_last = false;     // sorted after the catalogue: words such as `true`
};

// A call that encloses a position: a function of the catalogue, or a symbol with parameters.
struct CallAround {
  std::string_view kind;
  std::string name;
  std::uint32_t symbol = no_symbol;
  std::string scope = {};                        // the symbol's scope; empty: any
  std::size_t argument = 0;                      // the index of the argument at the position
  std::string argument_name = {};                // for a named argument
  std::vector<std::string> given = {};           // the names of the named arguments before it
  const FunctionCatalogue* catalogue = nullptr;  // see Mention::catalogue
  // For a function whose one parameter is a list or map: its parts, "params: map". Static lifetime.
  std::span<const std::string_view> parts = {};
};

// How a function of the catalogue is written: `f(…)`, as a key, as a map in braces in place of a value, or only its
// name.
enum class Calls : std::uint8_t { parentheses, key, braces, bare };

// What is at a position, and what may be inserted there.
struct Caret {
  Stretch word;                                      // the typed part of a word; empty when nothing is typed
  std::vector<const FunctionCatalogue*> catalogues;  // of embedded languages; empty: the dialect's own
  std::vector<std::string_view> kinds;               // entries of the catalogue that may stand here
  std::vector<std::string_view> symbols;             // kinds of symbols that may
  std::string scope;                                 // if not empty, only symbols of this scope
  // null: all entries of those kinds
  bool (*takes)(const FunctionCatalogue::Entry& entry, const Caret& caret) = nullptr;
  // the sign after the name of an argument, "="; empty where no argument name may stand
  std::string_view names_argument;
  std::vector<Offer> offers;
  Value data;                           // data whose keys may stand here
  Value receiver;                       // the value that a method here is called on; undefined when unknown
  Calls calls_as = Calls::parentheses;  // how a function of the catalogue is written here
  std::vector<CallAround> calls;        // enclosing calls, outermost first
};

// The kind of its files, for formatting: YAML, text with tags, one expression, or blocks in braces.
enum class Form : std::uint8_t { yaml, tags, expression, braces };

class Language {
 public:
  virtual ~Language() = default;
  // True when a file of the workspace is in this language.
  virtual bool reads(std::string_view path, const Workspace& workspace) const = 0;
  // Adds what a file defines for other files. Called for all files before read().
  virtual void define(Context&, std::uint32_t, Reading&) const {}
  // Adds the names of a file.
  virtual void read(Context& context, std::uint32_t file, Reading& reading) const = 0;
  // Decides between which files a name is the same, once all were read: separates and joins symbols.
  virtual void connect(Context&, Reading&) const {}
  // Why a symbol of that kind cannot get that name, as a sentence; empty when it can. What documents define is no
  // reason.
  virtual std::string why_reserved(std::string_view, std::string_view) const { return {}; }
  // Adds to the context's diagnostics what is wrong in a file whatever values it is given, where an evaluation would
  // not tell.
  virtual void check(Context&, std::uint32_t) const {}
  // Kinds of names that are all known: each is in the catalogue, or defined in the documents. Any other is wrong.
  virtual std::span<const std::string_view> closed_kinds() const { return {}; }
  // The kinds of the catalogue in which a `kind` of a text is looked up, in this order: filters of Ansible and those of
  // Jinja.
  virtual std::vector<std::string_view> kinds_of(std::string_view kind) const { return {kind}; }
  virtual Caret at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const = 0;
  // True when `at` needs the references in its file. Otherwise it gets only mentions that define names.
  virtual bool looks_at_references() const { return false; }
  // True when a name that should be used is used in the file that defines it, if at all.
  virtual bool is_used_in_own_file() const { return false; }
  virtual Form form() const { return Form::yaml; }
  // That of one file, in a language with files of several kinds.
  virtual Form form_of(const Context&, std::uint32_t) const { return form(); }
  // True when a node's text is in another program's language and is passed on unchanged.
  virtual bool is_for_others(const YamlNode&) const { return false; }
  // True when `{{ … }}` in a scalar is evaluated.
  virtual bool reads_templates() const { return false; }
  // The pieces of an expression, without the spaces between them: for format and explain.
  virtual Pieces pieces(Context& context, const Stretch& expression) const = 0;
};

}  // namespace evalground
