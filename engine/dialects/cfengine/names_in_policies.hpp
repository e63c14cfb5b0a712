// The names in a policy, and the completions at a position.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/language.hpp"

namespace evalground::cfengine {

inline bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' || c == '.';
}

class PolicyNames {
 public:
  PolicyNames(Context& context, const Pieces& pieces, std::uint32_t file, Reading& reading)
      : context_(context), pieces_(pieces), file_(file), reading_(reading) {}
  void read(std::size_t count);
  // Adds the bundles of the file, which other files may name before their definitions are read.
  void define();
  Caret cursor(const Reading& all, std::uint32_t offset);

 private:
  Stretch stretch(const Piece& piece) const { return {file_, piece.begin, piece.end}; }
  const Piece* piece(std::size_t at) const { return at < pieces_.size() ? &pieces_[at] : nullptr; }

  // Within `$(…)`: completes a variable, or a key of one, `$(server[name][¦`.
  bool reference_cursor(Caret& cursor, const Reading& all, std::string_view text, std::uint32_t offset);
  void string_cursor(Caret& cursor, const Reading& all, std::string_view text, const Piece& typed, std::uint32_t offset,
                     std::size_t count);
  // The bundle's own variables come first. Variables of bodies are visible only there.
  void add_variables(Caret& cursor, const Reading& all, std::string_view prefix) const;
  // True for an argument that names a variable.
  static bool takes_variable(const CallAround& call);
  // Classes that the policy does not define: hard classes and those of the workspace.
  void add_classes(Caret& cursor, const Reading& all, std::string_view ending) const;
  // Offers the bundles that can be called.
  void add_bundles(Caret& cursor, const Reading& all) const;
  void word_cursor(Caret& cursor, const Reading& all, std::size_t count);
  void head_cursor(Caret& cursor, std::size_t count) const;
  void value_cursor(Caret& cursor, const Reading& all) const;
  // The bodies or bundles that an attribute takes.
  void add_owners(Caret& cursor, const Reading& all) const;
  // Where a promise of a bundle, or an attribute of a body, begins.
  void begin_part(Caret& cursor, const Reading& all) const;
  void add_attributes(Caret& cursor) const;
  void add_calls(Caret& cursor, const Reading& all, std::size_t count) const;

  void read_piece();
  std::string said_of_attribute(std::string_view name) const;
  // A word that has a description but no definition to go to.
  void name_word(std::string_view kind, const Piece& word, std::string_view about);
  // The definition of a bundle or body ends at its closing brace.
  void end_owner(const Piece& brace);
  void read_edge(const Piece& now);
  // What a name means here, with or without a namespace. Symbols of the namespace `default` have no scope.
  struct Qualified {
    std::string space;
    std::string_view name;
  };
  Qualified qualified(std::string_view written) const;
  // The scope of a body of that type, or of the variables of a bundle: "perms", "main", in other namespaces
  // "space:main".
  static std::string scoped(std::string_view space, std::string_view name);
  // How a name of a namespace is written in this file.
  std::string written_here(std::string_view space, std::string_view name) const;
  // The scope of variables without a bundle in their name.
  std::string own_scope() const;
  // The namespace of a bundle, body or class.
  static std::string_view space_of(const Symbol& symbol);
  void refer_namespace(std::string_view written, std::uint32_t begin);
  void refer_bundle(std::string_view written, std::uint32_t begin);
  void refer_body(std::string_view type, std::string_view written, std::uint32_t begin);
  // `namespace => "site"`: applies to everything after it in this file.
  void begin_namespace(std::string_view name, Stretch at);
  // Adds the names in a class expression.
  void read_classes(std::string_view text, std::uint32_t begin);
  void read_references(const Piece& now) { read_references(now.text, now.begin); }
  void read_references(std::string_view text, std::uint32_t begin);
  void read_string(const Piece& now);
  void define_promiser(std::string_view name, const Stretch& at);
  // A string with the name of a file of the workspace, as in `inputs`; false for any other.
  bool refer_file(std::string_view written, const Stretch& at);
  void link(std::string path);
  // The paths that a name of a file may mean, most exact first.
  std::vector<std::string> paths_of(std::string_view written) const;
  // The type of the body that an attribute takes.
  const std::string& type_of_body() const;
  // `methods: "web";` calls the bundle of that name.
  void refer_called(std::string_view name, const Stretch& at);
  // `"bundles" slist => { "web" }`: a list of bundles, by the name of the variable.
  void refer_listed(std::string_view name, const Stretch& at);
  // `"server[name]" string => "x"`: a key of an array. Its definition is the first of them.
  void add_element(std::string_view written);
  // Describes the type of a variable, and the keys of a literal container: `"d" data => '{"a": 1}'`.
  void describe(Symbol& variable) const;
  // A variable that is an argument of a function: `getindices(hosts)`.
  void refer_argument(std::string_view name, std::uint32_t begin);
  void refer_variable(std::string_view name, std::uint32_t begin);
  bool is_in_call() const { return !brackets_.empty() && brackets_.back() == '(' && !calls_.empty(); }
  bool takes_bundle(const Piece& before) const;
  void read_word(const Piece& now);
  // `bundle agent main(a, b)`, `body perms mine`
  void read_head(const Piece& now);
  void begin_owner(const Piece& now);

  Context& context_;
  const Pieces& pieces_;
  std::uint32_t file_;
  Reading& reading_;
  std::size_t at_ = 0;
  std::size_t count_ = 0;
  std::size_t depth_ = 0;          // of braces
  std::vector<char> brackets_;     // open brackets
  std::vector<CallAround> calls_;  // open calls, one for each parenthesis
  bool is_value_ = false;
  std::string space_;                     // the namespace; empty: `default`
  std::vector<std::string> own_bundles_;  // bundles of the namespace in this file
  std::string bundle_;                    // as the scope of its variables
  std::string body_;
  std::string type_;  // of the bundle or body
  std::string section_;
  std::string attribute_;
  std::uint32_t owner_ = no_symbol;
  const Piece* promiser_ = nullptr;
};

}  // namespace evalground::cfengine
