// `evalground lsp`: the language server on standard input and output, with the files of the disk.
#pragma once

#include <chrono>
#include <string>

#include "cli/lsp/rpc.hpp"

namespace evalground::cli {

struct EditorSettings {
  std::string site = {};  // the address of the page that links open in; empty: offer no links
  // A run that takes longer reports its progress.
  std::chrono::milliseconds quiet = std::chrono::milliseconds(400);
};

// Serves until the editor sends `exit`, or the input ends. Returns true if it had sent `shutdown` before.
bool serve_editor(Rpc& rpc, const EditorSettings& settings = {});

}  // namespace evalground::cli
