// Converts between JavaScript's strings and the engine's. For a std::string Embind copies character by character in
// JavaScript. The browsers' own encoders, used here, are several times as fast for large texts.
#pragma once

#include <emscripten/val.h>
#include <string>
#include <string_view>

inline std::string from_script(const emscripten::val& text) {
  static const emscripten::val encoder = emscripten::val::global("TextEncoder").new_();
  const emscripten::val bytes = encoder.call<emscripten::val>("encode", text);
  std::string copy(bytes["length"].as<std::size_t>(), '\0');
  emscripten::val(emscripten::typed_memory_view(copy.size(), reinterpret_cast<unsigned char*>(copy.data())))
      .call<void>("set", bytes);
  return copy;
}

inline emscripten::val to_script(std::string_view text) {
  static const emscripten::val decoder = emscripten::val::global("TextDecoder").new_();
  const emscripten::val bytes(
      emscripten::typed_memory_view(text.size(), reinterpret_cast<const unsigned char*>(text.data())));
  return decoder.call<emscripten::val>("decode", bytes);
}
