// Regular expressions: a pattern of any syntax compiles or is refused at a place within it, and searching, replacing
// and splitting end within the budget with ranges that lie in the subject, in order. Input: a byte for syntax and
// flags, the pattern up to the first newline, then the subject.
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/regex/replace.hpp"
#include "fuzz/target.hpp"

namespace evalground {
namespace {

constexpr Limits small_limits{.steps = 20'000, .memory = 16U << 20U};

void require(bool is_true) {
  if (!is_true) std::abort();
}

void check_match(const RegexMatch& match, std::string_view subject) {
  for (std::size_t group = 0; group < match.size(); ++group) {
    const RegexRange& range = match[group];
    if (range.is_set()) require(range.begin <= range.end && range.end <= subject.size());
  }
}

void search(const Regex& regex, std::string_view text) {
  Budget budget(small_limits);
  try {
    const RegexSubject subject(text);
    RegexMatches matches(regex, subject, budget);
    RegexMatch match;
    std::size_t end = 0;
    while (matches.next(match)) {
      check_match(match, text);
      require(match.end() >= end);
      end = match.end();
    }
    regex.matches(subject, RegexAnchor::start, budget);
    regex.matches(subject, RegexAnchor::both, budget);
    const auto replacement = ReplacementTemplate::parse("<\\g<0>>", regex);
    regex_replace(regex, subject, std::get<ReplacementTemplate>(replacement), 0, budget);
    regex_split(regex, subject, 0, budget);
  } catch (const LimitError&) {
    return;
  }
}

void check(std::string_view input) {
  if (input.empty()) return;
  const auto choice = static_cast<unsigned char>(input[0]);
  input.remove_prefix(1);
  const std::size_t newline = input.find('\n');
  const std::string_view pattern = input.substr(0, newline);
  const std::string_view subject = newline == std::string_view::npos ? std::string_view() : input.substr(newline + 1);
  const RegexFlags flags{.ignore_case = (choice & 8) != 0,
                         .multi_line = (choice & 16) != 0,
                         .dot_all = (choice & 32) != 0,
                         .verbose = (choice & 64) != 0,
                         .ascii = (choice & 128) != 0};
  const MemoryAccount account(small_limits.memory);
  try {
    const CompiledRegex compiled = Regex::compile(static_cast<RegexSyntax>((choice & 7) % 5), pattern, flags);
    if (!compiled) {
      require(!compiled.error.message.empty() && compiled.error.offset <= pattern.size());
      return;
    }
    search(*compiled.regex, subject);
    const auto replacement = ReplacementTemplate::parse(subject, *compiled.regex);
    if (const auto* error = std::get_if<ReplacementTemplate::Error>(&replacement)) require(!error->message.empty());
  } catch (const LimitError&) {
    return;
  }
}

}  // namespace
}  // namespace evalground

void fuzz(std::string_view input) {
  evalground::check(input);
}
