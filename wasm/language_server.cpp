// The language server, which only the module of all dialects has. Pages use the engine's language services directly.

#include <emscripten/bind.h>

#include "language_server/step.hpp"
#include "wasm/texts.hpp"

namespace {

emscripten::val language_server_step(const emscripten::val& request) {
  return to_script(evalground::language_server::step(from_script(request)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(evalground_language_server) {
  emscripten::function("languageServerStep", &language_server_step);
}
