#include "dialects/cfengine/data/patterns.hpp"

#include "base/text/text.hpp"

namespace evalground::cfengine {

const Regex& compile_pattern(Context& context, std::string_view pattern, RegexFlags flags) {
  const CompiledRegex compiled = context.regexes.compile(RegexSyntax::pcre, pattern, flags);
  if (!compiled) throw Error("regex", "The pattern " + quote(pattern) + " is wrong: " + compiled.error.message + ".");
  return *compiled.regex;
}

bool matches(Context& context, std::string_view pattern, std::string_view text) {
  return compile_pattern(context, pattern).matches(text, RegexAnchor::both, context.budget);
}

std::vector<std::string_view> split_by_pattern(Context& context, std::string_view pattern, std::string_view text,
                                               std::uint64_t most, bool keeps_rest) {
  const Regex& regex = compile_pattern(context, pattern);
  const RegexSubject subject(text);
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  RegexMatch match;
  while (pieces.size() + 1 < most && regex.find(subject, begin, RegexAnchor::none, match, context.budget)) {
    context.budget.step();
    // An empty match cuts off an empty piece and leaves the rest as it is.
    pieces.push_back(text.substr(begin, match.begin() - begin));
    begin = match.end();
  }
  if (most == 0) return pieces;
  std::string_view rest = text.substr(begin);
  if (!keeps_rest && regex.find(subject, begin, RegexAnchor::none, match, context.budget)) {
    rest = text.substr(begin, match.begin() - begin);
  }
  pieces.push_back(rest);
  return pieces;
}

std::string without_matches(Context& context, std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return std::string(text);
  const Regex& regex = compile_pattern(context, pattern);
  const RegexSubject subject(text);
  std::string kept;
  std::size_t begin = 0;
  RegexMatch match;
  while (regex.find(subject, begin, RegexAnchor::none, match, context.budget) && match.end() > match.begin()) {
    context.budget.step();
    kept += text.substr(begin, match.begin() - begin);
    begin = match.end();
  }
  return kept.append(text.substr(begin));
}

}  // namespace evalground::cfengine
