#include "runtime/language/pieces.hpp"

#include <algorithm>

#include "value/map.hpp"

namespace evalground {

std::size_t pieces_before(const Pieces& pieces, std::uint32_t offset) {
  const auto is_before = [&](const Piece& piece) {
    const bool may_go_on =
        piece.kind == Piece::Kind::name || piece.kind == Piece::Kind::text || piece.kind == Piece::Kind::number;
    return may_go_on ? piece.end < offset : piece.end <= offset;
  };
  return static_cast<std::size_t>(std::partition_point(pieces.begin(), pieces.end(), is_before) - pieces.begin());
}

std::vector<OpenBracket> open_brackets(const Pieces& pieces, std::size_t count) {
  std::vector<OpenBracket> open;
  for (std::size_t at = 0; at < count; ++at) {
    switch (pieces[at].kind) {
      case Piece::Kind::open: open.push_back({at, 0, at + 1}); break;
      case Piece::Kind::close:
        if (!open.empty()) open.pop_back();
        break;
      case Piece::Kind::comma:
        if (!open.empty()) {
          ++open.back().commas;
          open.back().argument_begin = at + 1;
        }
        break;
      case Piece::Kind::edge: open.clear(); break;
      default: break;
    }
  }
  return open;
}

std::vector<OpenBracket> open_calls(const Pieces& pieces, std::size_t count) {
  std::vector<OpenBracket> open = open_brackets(pieces, count);
  std::erase_if(open, [&](const OpenBracket& one) {
    return one.at == 0 || !pieces[one.at].is("(") || pieces[one.at - 1].kind != Piece::Kind::name;
  });
  return open;
}

std::vector<std::string> named_arguments(const Pieces& pieces, const OpenBracket& bracket, std::string_view sign) {
  std::vector<std::string> names;
  std::size_t depth = 0;
  for (std::size_t at = bracket.at + 1; at + 1 < bracket.argument_begin; ++at) {
    if (pieces[at].kind == Piece::Kind::open) ++depth;
    if (pieces[at].kind == Piece::Kind::close && depth > 0) --depth;
    const bool begins_argument = at == bracket.at + 1 || pieces[at - 1].kind == Piece::Kind::comma;
    const bool is_name = pieces[at].kind == Piece::Kind::name && pieces[at + 1].is(sign);
    if (depth == 0 && begins_argument && is_name) names.push_back(pieces[at].text);
  }
  return names;
}

Value item_of(const Value& value, std::string_view key) {
  if (value.sensitive()) return {};
  if (value.is_map()) {
    const Value* found = value.as_map().find(key);
    return found == nullptr ? Value() : *found;
  }
  if (value.is_list()) {
    std::size_t index = 0;
    for (const char c : key) {
      if (c < '0' || c > '9' || index > 1'000'000) return {};
      index = index * 10 + static_cast<std::size_t>(c - '0');
    }
    if (!key.empty() && index < value.as_list().size()) return value.as_list()[index];
  }
  return {};
}

Value first_of(const Value& value) {
  constexpr std::size_t most_read = 20;
  if (value.sensitive() || !value.is_list() || value.as_list().empty()) return {};
  const List& items = value.as_list();
  Value first = items[0];
  if (!first.is_map() || first.sensitive()) return first;
  for (std::size_t at = 1; at < items.size() && at < most_read; ++at) {
    if (!items[at].is_map() || items[at].sensitive()) continue;
    for (const auto& [key, part] : items[at].as_map()) {
      if (first.as_map().find(key) == nullptr) first.edit_map().set(key, part);
    }
  }
  return first;
}

std::string_view without_quotes(std::string_view text) {
  if (text.empty() || (text[0] != '"' && text[0] != '\'' && text[0] != '`')) return text;
  const char quote = text[0];
  text.remove_prefix(1);
  if (!text.empty() && text.back() == quote) text.remove_suffix(1);
  return text;
}

}  // namespace evalground
