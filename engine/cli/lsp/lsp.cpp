#include "cli/lsp/lsp.hpp"

#include <utility>

#include "cli/lsp/server.hpp"

namespace evalground::cli {

bool serve_editor(Rpc& rpc, EditorSettings settings) {
  return Server(rpc, std::move(settings)).serve();
}

}  // namespace evalground::cli
