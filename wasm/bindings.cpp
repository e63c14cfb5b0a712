// The module's four functions: the engine's, with JavaScript's strings. Nothing is thrown across.

#include <emscripten/bind.h>

#include "engine.hpp"
#include "runtime/host.hpp"

namespace {

std::string evaluate(const std::string& workspace, const std::string& options) {
  evalground::ClosedHost host;  // what only the outside can answer is left open in the outcome
  return evalground::evaluate(workspace, options, host);
}

std::string assist(const std::string& request) {
  return evalground::assist(request);
}

std::string catalogue(const std::string& dialect) {
  return evalground::catalogue(dialect);
}

}  // namespace

EMSCRIPTEN_BINDINGS(evalground) {
  emscripten::function("evaluate", &evaluate);
  emscripten::function("assist", &assist);
  emscripten::function("catalogue", &catalogue);
  emscripten::function("version", &evalground::version);
}
