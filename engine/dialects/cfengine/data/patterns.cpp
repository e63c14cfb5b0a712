// Regular expressions of policies. The syntax is PCRE's, and the context caches compiled patterns. A pattern usually
// has to match a text as a whole.
#include "dialects/cfengine/data/patterns.hpp"

#include "base/text/text.hpp"

namespace evalground::cfengine {

namespace {

std::string wrong_pattern(std::string_view pattern, const CompiledRegex& compiled) {
  return "The pattern " + quote(pattern) + " is wrong: " + compiled.error.message + ".";
}

}  // namespace

// Throws for an invalid pattern, so the call fails.
const Regex& compile_pattern(Context& context, std::string_view pattern, RegexFlags flags) {
  const CompiledRegex compiled = context.regexes.compile(RegexSyntax::pcre, pattern, flags);
  if (!compiled) throw Error("regex", wrong_pattern(pattern, compiled));
  return *compiled.regex;
}

// Null for an invalid pattern. For functions that give a result in spite of it.
const Regex* pattern_or_warning(Context& context, std::string_view pattern, OriginId where) {
  const CompiledRegex compiled = context.regexes.compile(RegexSyntax::pcre, pattern, language_flags);
  if (compiled) return &*compiled.regex;
  context.warn(where, "regex", wrong_pattern(pattern, compiled));
  return nullptr;
}

bool matches(Context& context, std::string_view pattern, std::string_view text) {
  return compile_pattern(context, pattern).matches(text, RegexAnchor::both, context.budget);
}

namespace {

// Searches a text piece by piece. The pattern sees each piece as a text of its own: "^" matches where the last match
// ended. Patterns that cannot look back are matched within the whole text, at an offset. Otherwise the rest would be
// prepared again for each piece, in quadratic time.
class PieceSearch {
 public:
  PieceSearch(Context& context, const Regex& regex, std::string_view pattern, std::string_view text)
      : regex_(regex),
        budget_(context.budget),
        text_(text),
        subject_(text),
        looks_back_(pattern.find_first_of("^\\") != std::string_view::npos ||
                    pattern.find("(?<") != std::string_view::npos) {}

  // The next match from there. Its offsets count from the beginning of the whole text.
  bool find(std::size_t begin) {
    budget_.step();
    RegexMatch match;
    if (!looks_back_) {
      if (!regex_.find(subject_, begin, RegexAnchor::none, match, budget_)) return false;
      begin_ = match.begin();
      end_ = match.end();
      return true;
    }
    budget_.step((text_.size() - begin) / 64);
    const RegexSubject rest(text_.substr(begin));
    if (!regex_.find(rest, 0, RegexAnchor::none, match, budget_)) return false;
    begin_ = begin + match.begin();
    end_ = begin + match.end();
    return true;
  }
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return end_; }

 private:
  const Regex& regex_;
  Budget& budget_;
  std::string_view text_;
  RegexSubject subject_;
  bool looks_back_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace

// At most `most` pieces. What is left over is dropped, unlike in split_with_rest(). An empty match ends the split.
std::vector<std::string_view> split_by_pattern(Context& context, std::string_view pattern, std::string_view text,
                                               std::uint64_t most, Blank blank, OriginId where) {
  std::vector<std::string_view> pieces;
  const Regex* regex = pattern_or_warning(context, pattern, where);
  if (regex == nullptr) {
    if (most > 0 && !text.empty()) pieces.push_back(text);
    return pieces;
  }
  PieceSearch search(context, *regex, pattern, text);
  std::size_t begin = 0;
  while (pieces.size() < most && search.find(begin) && search.end() > begin) {
    const std::string_view piece = text.substr(begin, search.begin() - begin);
    if (blank == Blank::kept || !piece.empty()) pieces.push_back(piece);
    begin = search.end();
  }
  if (pieces.size() < most) {
    const std::string_view rest = text.substr(begin);
    if (!rest.empty() || (blank == Blank::kept && begin > 0)) pieces.push_back(rest);
  }
  return pieces;
}

// The last piece is everything that is left.
std::vector<std::string_view> split_with_rest(Context& context, std::string_view pattern, std::string_view text,
                                              std::uint64_t most) {
  PieceSearch search(context, compile_pattern(context, pattern), pattern, text);
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  while (pieces.size() + 1 < most && search.find(begin)) {
    pieces.push_back(text.substr(begin, search.begin() - begin));
    begin = search.end();
  }
  pieces.push_back(text.substr(begin));
  return pieces;
}

// Removes matches repeatedly until none is left. Each removal is charged by the size of the text, as it moves the rest.
std::string without_matches(Context& context, std::string_view pattern, std::string_view text, OriginId where) {
  std::string kept(text);
  if (pattern.empty()) return kept;
  const Regex* known = pattern_or_warning(context, pattern, where);
  if (known == nullptr) return kept;
  const Regex& regex = *known;
  std::size_t begin = 0;
  RegexMatch match;
  while (regex.find(RegexSubject(kept), begin, RegexAnchor::none, match, context.budget) &&
         match.end() > match.begin()) {
    context.budget.step(1 + kept.size() / 64);
    kept.erase(match.begin(), match.end() - match.begin());
    // Removing the match may have joined its surroundings to a new match.
    const std::size_t line = match.begin() == 0 ? std::string::npos : kept.rfind('\n', match.begin() - 1);
    begin = line == std::string::npos ? 0 : line + 1;
  }
  return kept;
}

}  // namespace evalground::cfengine
