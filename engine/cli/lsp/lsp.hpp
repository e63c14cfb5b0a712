// `evalground lsp`: the language server on standard input and output, with the files of the disk.
#pragma once

#include <chrono>
#include <string>

#include "cli/lsp/rpc.hpp"

namespace evalground::cli {

struct EditorSettings {
  std::string site = {};  // the address of the page that links open in; empty: none are offered
  // A run that takes longer tells of itself.
  std::chrono::milliseconds quiet = std::chrono::milliseconds(400);
};

// Serves until the editor says `exit`, or its messages end; true when it had said `shutdown` before.
bool serve_editor(Rpc& rpc, const EditorSettings& settings = {});

}  // namespace evalground::cli
