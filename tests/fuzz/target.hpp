// What the fuzz targets share. A target is one source that includes this and defines `fuzz`.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "source/diagnostic.hpp"

void fuzz(std::string_view input);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz({reinterpret_cast<const char*>(data), size});
  return 0;
}

namespace evalground {

// Aborts, which is how a target tells of a finding.
[[noreturn]] inline void report(std::string_view what) {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

template <class F>
void within_limits(const F& f) {
  try {
    f();
  } catch (const Error&) {
  } catch (const LimitError&) {
  }
}

// What f gives, or the code of what it ended in.
template <class F>
std::string outcome_or_code(const F& f) {
  try {
    return f();
  } catch (const Error& error) {
    return error.diagnostic.code;
  } catch (const LimitError& error) {
    return error.code();
  }
}

// Tokens lie in order within a text of that size.
template <class Tokens>
void check_tokens(const Tokens& tokens, std::size_t size) {
  std::size_t end = 0;
  for (const auto& token : tokens) {
    if (token.begin < end || token.end <= token.begin || token.end > size) report("a token lies elsewhere");
    end = token.end;
  }
}

}  // namespace evalground
