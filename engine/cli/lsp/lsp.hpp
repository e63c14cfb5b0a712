// `evalground lsp`: a language server on standard input and output, a table over the engine's language services.
#pragma once

#include "cli/lsp/editor_settings.hpp"
#include "cli/lsp/rpc.hpp"

namespace evalground::cli {

// Serves until the editor says `exit`, or its messages end; true when it had said `shutdown` before.
bool serve_editor(Rpc& rpc, EditorSettings settings = {});

}  // namespace evalground::cli
