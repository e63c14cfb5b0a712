// The meaning of names in a workspace's texts, found without evaluating. The texts may be incomplete.
//
//   {% set port = 80 %}{{ host }}:{{ port }}      symbols: variable port, variable host
//          ^^^^               ^^^^       ^^^^     mentions: port (defines), host, port
//
// Definition, references, rename, symbols and hints are all answered from this. A dialect only fills it in.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/indexed.hpp"
#include "value/value.hpp"

namespace evalground {

class FunctionCatalogue;
class YamlText;
struct Piece;

// A range of a file's text: bytes, half open.
struct Stretch {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool holds(std::uint32_t offset) const { return begin <= offset && offset <= end; }
};

inline constexpr std::uint32_t no_symbol = 0xffffffff;
inline constexpr std::uint32_t no_file = 0xffffffff;

// A name that documents define: a variable, a parameter, an anchor. `kind` has static lifetime.
struct Symbol {
  std::string_view kind;
  std::string scope;  // names are unique within kind and scope: "main" for a variable of that bundle
  std::string name;
  std::string detail;                   // for display, as Markdown: the constraints of a parameter
  std::uint32_t parent = no_symbol;     // in the tree of a document's symbols
  Value value;                          // undefined when unknown
  std::vector<std::string> parameters;  // of a macro or bundle
  std::string_view sort = {};           // a subdivision of its kind: "node" for a type; static lifetime
  bool should_be_used = false;          // nothing outside of the workspace uses it
  bool is_fixed = false;                // defined elsewhere, so it cannot be renamed
  std::uint32_t alias_of = no_symbol;   // the symbol that this name of a document stands for
  std::string stays = {};               // why it cannot be renamed, as a sentence; empty: it can
};

// A place that names something: a symbol, or a catalogue entry of that kind and name.
struct Mention {
  Stretch at;
  std::string_view kind;
  std::string name;
  std::uint32_t symbol = no_symbol;
  bool defines = false;
  Stretch whole = {};                            // for a definition: all of it
  Value value = {};                              // the data that it names; undefined when unknown
  const FunctionCatalogue* catalogue = nullptr;  // of an embedded language; null: the dialect's own
  std::uint32_t said = 0;                        // 1 + index in Reading::said, of a definition; 0: see Symbol::detail
};

// A file uses a second file, by its path, or a group of files. A name that both have may be the same one.
struct Link {
  enum class How : std::uint8_t { uses, extends, includes };
  std::uint32_t from = 0;
  std::string to;  // empty: an expression names it
  How how = How::uses;
  std::vector<std::uint32_t> names = {};  // symbols that are bound where the file is included
};

// A remark on a text, in addition to its problems. `code` has static lifetime.
struct Remark {
  Stretch at;
  std::string_view code;
  std::string message;
  std::string title;        // of its fix; empty without a fix
  std::string replacement;  // replaces the text at `at`
};

struct Reading {
  // Which mentions to keep. All mentions of a long text take more memory than the text.
  enum class Keeps : std::uint8_t { all, definitions };
  explicit Reading(Keeps keeps = Keeps::all) : keeps_(keeps) {}
  // Keeps the references in one file, and the definitions in all.
  explicit Reading(std::uint32_t file) : keeps_(Keeps::definitions), only_(file) {}
  bool has_references() const { return keeps_ == Keeps::all; }
  bool has_references(std::uint32_t file) const { return keeps_ == Keeps::all || file == only_; }

  std::vector<Symbol> symbols;
  std::vector<Mention> mentions;
  std::vector<Stretch> expressions;  // the evaluated texts, each on its own
  std::vector<Remark> remarks;
  std::vector<Link> links;        // only with all references
  std::vector<std::string> said;  // details of definitions that are not the first of their symbol
  // The pieces of each file, parsed once.
  std::unordered_map<std::uint32_t, std::shared_ptr<const std::vector<Piece>>> pieces;
  std::unordered_map<std::uint32_t, std::shared_ptr<const YamlText>> documents;
  // The catalogue of the names that are being added.
  const FunctionCatalogue* catalogue = nullptr;

  // The symbol of that kind, scope and name, created when absent.
  std::uint32_t symbol(std::string_view kind, std::string_view scope, std::string_view name) {
    std::string key;
    key.append(kind).append(1, '\0').append(scope).append(1, '\0').append(name);
    if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
    // `scope` and `name` may point into another symbol, which moves when the list grows. So copy them first.
    Symbol made;
    made.kind = kind;
    made.scope = scope;
    made.name = name;
    const auto note = [&](std::size_t number) { numbers_.emplace(std::move(key), static_cast<std::uint32_t>(number)); };
    append_indexed(symbols, note, std::move(made));
    return static_cast<std::uint32_t>(symbols.size() - 1);
  }
  // Another symbol of the same kind, scope and name, for places where the name means something else. It has no value
  // and no detail yet, and find() does not know it.
  std::uint32_t split(std::uint32_t symbol) {
    Symbol made;
    made.kind = symbols[symbol].kind;
    made.scope = symbols[symbol].scope;
    made.name = symbols[symbol].name;
    symbols.push_back(std::move(made));
    return static_cast<std::uint32_t>(symbols.size() - 1);
  }
  // Describes the definition that was just added. The first one describes the symbol.
  void describe(std::uint32_t symbol, std::string detail) {
    std::string& first = symbols[symbol].detail;
    if (first.empty()) {
      first = std::move(detail);
    } else if (first != detail && has_references()) {
      said.push_back(std::move(detail));
      mentions.back().said = static_cast<std::uint32_t>(said.size());
    }
  }
  const Symbol* find(std::string_view kind, std::string_view scope, std::string_view name) const {
    std::string key;
    key.append(kind).append(1, '\0').append(scope).append(1, '\0').append(name);
    const auto found = numbers_.find(key);
    return found == numbers_.end() ? nullptr : &symbols[found->second];
  }
  void define(std::uint32_t symbol, Stretch at, Stretch whole) {
    mentions.push_back({at, symbols[symbol].kind, symbols[symbol].name, symbol, true, whole, symbols[symbol].value});
  }
  void refer(std::uint32_t symbol, Stretch at) {
    if (has_references(at.file))
      mentions.push_back({at, symbols[symbol].kind, symbols[symbol].name, symbol, false, {}, symbols[symbol].value});
  }
  // Adds a name of the catalogue.
  void name(std::string_view kind, std::string_view name, Stretch at) {
    if (has_references(at.file)) mentions.push_back({at, kind, std::string(name), no_symbol, false, {}, {}, catalogue});
  }
  // Adds a part of data.
  void member(std::string_view kind, std::string_view name, Stretch at, const Value& value,
              const FunctionCatalogue* of = nullptr) {
    if (has_references(at.file)) mentions.push_back({at, kind, std::string(name), no_symbol, false, {}, value, of});
  }

 private:
  Keeps keeps_;
  std::uint32_t only_ = no_file;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace evalground
