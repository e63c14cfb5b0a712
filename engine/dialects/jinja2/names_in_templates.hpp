// Finds the names of a template from its tokens alone. Scopes are opened and closed by statements, so the template may
// be unfinished anywhere.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "dialects/jinja2/catalogue.hpp"
#include "runtime/language/language.hpp"

namespace evalground::jinja2 {

// A name that exists only within a statement, or everywhere if that is empty.
struct SpecialName {
  std::string_view name;
  std::string_view statement;
  std::string_view insert;
  std::string_view about;
};
inline constexpr SpecialName special_names[] = {
    {"caller", "macro", "caller()", "What stands within the `call` of this macro, as text."},
    {"varargs", "macro", "varargs", "The arguments of the call that no parameter takes."},
    {"kwargs", "macro", "kwargs", "The arguments with a name that no parameter takes."},
    {"super", "block", "super()", "What this block is in the template that is extended."},
    {"self", "", "self", "The blocks of this template, as functions: `self.title()`."}};

class TemplateNames {
 public:
  // `functions`: those that templates can use.
  TemplateNames(Context& context, const FunctionCatalogue& functions, const Pieces& pieces, std::uint32_t file,
                Reading& reading);
  // Adds the names of the first `count` tokens.
  void read(std::size_t count);
  Caret cursor(std::uint32_t offset);
  // The names of all files, needed for completion.
  void take_all(const Reading& all) { all_ = &all; }
  // Names that are known from the beginning.
  void take_locals(const std::unordered_map<std::string, std::uint32_t>& names) { scopes_.front().names = names; }
  // Variables in addition to the workspace's.
  void take_known(Value names) { known_ = std::move(names); }

 private:
  struct Scope {
    std::string_view word;  // the statement that opened it; empty: the template
    std::unordered_map<std::string, std::uint32_t> names;
    std::string name;            // name of its symbols
    std::size_t conditions = 0;  // the number of open `if`s
  };

  // An open bracket, with what the call or group that it begins will give.
  struct Bracket {
    bool is_group = false;
    std::string callee;
    std::uint32_t macro = no_symbol;  // the macro being called
    Value receiver;                   // what a filter is applied to, or an index is looked up in
    Value value;
  };

  void read_statement();
  void read_end(std::string_view word);
  void read_other_statement(const Piece& word);
  void read_assignment(std::string_view statement);
  void read_with();
  void mark_all_used();
  void refer_to_files(bool is_include);
  void read_expression(std::size_t end);
  void read_name();
  void read_word(const Piece& piece, const Piece* before);
  void read_index();
  void read_sign(const Piece& piece);
  void read_filter(const Piece& piece);
  void read_module_member(const Piece& piece);
  void read_member(const Piece& piece);
  void read_variable(const Piece& piece);
  static bool ends_value(const Piece* before);
  void find_unused_default(const Stretch& filter);
  void take_targets();
  void take_import(bool names_follow);
  void read_macro();
  void read_block();
  std::string refer_to_file(const Piece& text);
  void link(std::string to, Link::How how);
  void bind_alias(const Piece& piece, std::uint32_t meant);
  std::size_t end_of_values(bool is_loop) const;
  void finish_statement();
  std::uint32_t look_up(const std::string& name);
  const SpecialName* special_name(std::string_view name) const;
  std::string_view statement_of(std::string_view word) const;
  void bind(const Piece& piece, const Value& value, std::string_view kind = "variable");
  void open(std::string_view word);
  void close(std::string_view word);
  bool is_at(std::string_view text) const { return at_ < count_ && pieces_[at_].is(text); }
  bool is_in_tag() const { return at_ < count_ && pieces_[at_].kind != Piece::Kind::edge; }
  Stretch stretch(const Piece& piece) const { return {file_, piece.begin, piece.end}; }
  void open_bracket(const Piece& piece, const Piece* before);
  Value given_by_call() const;
  void close_bracket();
  void name_lookup(const Piece& text);
  void name_argument(const Piece& piece);
  Caret text_cursor(Caret cursor, const Piece& typed, std::string_view statement, std::size_t count,
                    std::uint32_t offset);
  void take_attribute(Caret& cursor, const Piece& typed, std::uint32_t offset) const;
  Caret member_cursor(Caret cursor, std::size_t count);
  bool statement_cursor(Caret& cursor, std::size_t edge, std::size_t count) const;
  Caret expression_cursor(Caret cursor, std::size_t count);
  void add_calls(Caret& cursor, std::size_t count);
  using Seen = std::unordered_set<std::string_view>;  // names that are offered already
  void add_names(Caret& cursor) const;
  void add_scoped_names(Caret& cursor, Seen& seen) const;
  void add_known_names(Caret& cursor, Seen& seen) const;
  void add_names_elsewhere(Caret& cursor, Seen& seen) const;
  void add_files(Caret& cursor) const;
  void add_filter_arguments(Caret& cursor, const Piece& typed, std::uint32_t offset) const;
  void add_lookup_arguments(Caret& cursor, std::size_t count) const;
  void add_parameters(Caret& cursor) const;
  void add_statements(Caret& cursor) const;
  std::size_t tag_around(std::size_t piece) const;
  bool is_catalogued(std::string_view kind, std::string_view name) const {
    return functions_.find(kind, name) != nullptr;
  }

  Context& context_;
  const FunctionCatalogue& functions_;
  const Pieces& pieces_;
  std::uint32_t file_;
  Reading& reading_;
  std::string path_;
  std::size_t at_ = 0;
  std::size_t count_ = 0;
  std::vector<Scope> scopes_;
  std::uint32_t made_ = 0;  // the number of scopes made
  Value value_;             // value of the chain that ends before at_; undefined: unknown
  const Reading* all_ = nullptr;
  Value known_;         // map of additional variables for the requested position
  Value receiver_;      // value before the filter being parsed
  std::string filter_;  // the filter that was just read
  std::vector<Bracket> brackets_;
  std::size_t call_begin_ = 0;  // the bracket of the innermost call around the cursor
  std::uint32_t module_ = no_symbol;
  std::uint32_t macro_ = no_symbol;   // its call starts with the next token
  std::vector<std::size_t> targets_;  // tokens of the names that the statement binds at its end
  std::string_view statement_;
};

}  // namespace evalground::jinja2
