// The smallest parts of an expression's text, in one form for all languages. The word before a position and the open
// calls are found from pieces, so incomplete text is not a problem.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/language/reading.hpp"

namespace evalground {

struct Piece {
  enum class Kind : std::uint8_t {
    name,
    number,
    text,  // with its quotes
    sign,
    open,  // a bracket
    close,
    comma,
    edge,  // the beginning or end of an expression: "{{", "%}"
    comment
  };
  Kind kind;
  std::uint32_t begin;  // bytes of the file, half open
  std::uint32_t end;
  std::string text;

  bool is(std::string_view word) const { return text == word; }
};
using Pieces = std::vector<Piece>;

// The place of a text in a file: verbatim, or in a scalar of a document, with escapes or on indented lines.
struct TextPlace {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;
  std::vector<std::uint32_t> offsets = {};  // the offset of each byte and of the end; empty: verbatim

  std::uint32_t offset(std::size_t at) const {
    if (offsets.empty()) return begin + static_cast<std::uint32_t>(at);
    return offsets[at < offsets.size() ? at : offsets.size() - 1];
  }
};

// The number of pieces that end at or before the offset. A piece that contains the offset, or a word that ends at it,
// does not count.
std::size_t pieces_before(const Pieces& pieces, std::uint32_t offset);

// An open bracket: its index among the pieces, the number of commas after it, and where its last argument begins.
struct OpenBracket {
  std::size_t at;
  std::size_t commas;
  std::size_t argument_begin;
};
// The brackets that are open after the first `count` pieces, outermost first. An edge closes all.
std::vector<OpenBracket> open_brackets(const Pieces& pieces, std::size_t count);
// The open brackets that are calls: a parenthesis after a name.
std::vector<OpenBracket> open_calls(const Pieces& pieces, std::size_t count);

// The names of the arguments of an open bracket, except its last one. `sign` follows each name: "=" or "=>".
std::vector<std::string> named_arguments(const Pieces& pieces, const OpenBracket& bracket, std::string_view sign);

// The value under a key or at an index of a value; undefined when absent.
Value item_of(const Value& value, std::string_view key);
// A sample item of a list: its first item, and for maps also keys that only later items have; undefined if empty.
Value first_of(const Value& value);

// The content of a quoted piece. An unquoted piece is returned unchanged.
std::string_view without_quotes(std::string_view text);

}  // namespace evalground
