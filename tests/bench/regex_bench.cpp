// Regular expressions: compiling, matching short texts, and finding all matches in a long one.
#include <benchmark/benchmark.h>
#include <string>

#include "base/regex/replace.hpp"

namespace evalground {
namespace {

Limits unlimited() {
  return {.steps = ~0ULL >> 1};
}

// 100 KB of words and numbers.
std::string long_text() {
  std::string text;
  while (text.size() < 100'000) text += "The quick brown fox jumps over 13 lazy dogs, name=value-42; ";
  return text;
}

void compile_a_pattern(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(Regex::compile(RegexSyntax::python, "^(?P<host>[^:]+):(\\d+)(/.*)?$").regex.get());
  }
}
BENCHMARK(compile_a_pattern)->Unit(benchmark::kMicrosecond);

void compile_a_cached_pattern(benchmark::State& state) {
  RegexCache cache;
  for (auto _ : state) {
    benchmark::DoNotOptimize(cache.compile(RegexSyntax::python, "^(?P<host>[^:]+):(\\d+)(/.*)?$").regex.get());
  }
}
BENCHMARK(compile_a_cached_pattern);

void match_a_short_text(benchmark::State& state) {
  Budget budget(unlimited());
  const auto regex = Regex::compile(RegexSyntax::python, "^(?P<host>[^:]+):(\\d+)(/.*)?$").regex;
  RegexMatch match;
  for (auto _ : state) {
    benchmark::DoNotOptimize(regex->find("example.com:8080/path?x=1", 0, RegexAnchor::none, match, budget));
  }
}
BENCHMARK(match_a_short_text);

void find_all_in_100_kb(benchmark::State& state, const char* pattern) {
  Budget budget(unlimited());
  const std::string text = long_text();
  const auto regex = Regex::compile(RegexSyntax::python, pattern).regex;
  for (auto _ : state) {
    const RegexSubject subject(text);
    RegexMatches matches(*regex, subject, budget);
    RegexMatch match;
    std::size_t count = 0;
    while (matches.next(match)) ++count;
    benchmark::DoNotOptimize(count);
  }
}
BENCHMARK_CAPTURE(find_all_in_100_kb, words, "\\w+")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(find_all_in_100_kb, groups, "(\\w+)=(\\w+)-(\\d+)")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(find_all_in_100_kb, literal, "lazy")->Unit(benchmark::kMicrosecond);

void replace_all_in_100_kb(benchmark::State& state) {
  Budget budget(unlimited());
  const std::string text = long_text();
  const auto regex = Regex::compile(RegexSyntax::python, "(\\d+)").regex;
  const auto replacement = std::get<ReplacementTemplate>(ReplacementTemplate::parse("<\\1>", *regex));
  for (auto _ : state) benchmark::DoNotOptimize(regex_replace(*regex, text, replacement, 0, budget).count);
}
BENCHMARK(replace_all_in_100_kb)->Unit(benchmark::kMicrosecond);

// What a pattern that backtracks without end costs until the limit of steps ends it.
void end_a_hostile_pattern(benchmark::State& state) {
  const auto regex = Regex::compile(RegexSyntax::python, "(a+)+$").regex;
  const std::string text = std::string(40, 'a') + "b";
  for (auto _ : state) {
    Budget budget;
    try {
      regex->matches(text, RegexAnchor::none, budget);
    } catch (const LimitError& error) {
      benchmark::DoNotOptimize(error.what());
    }
  }
}
BENCHMARK(end_a_hostile_pattern)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace evalground
