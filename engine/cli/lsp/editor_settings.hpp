// What an editor's user may choose.
#pragma once

#include <chrono>
#include <string>

namespace evalground::cli {

struct EditorSettings {
  std::string site = {};  // the address of the page that links open in; empty: none are offered
  // A run that takes longer tells of itself.
  std::chrono::milliseconds quiet = std::chrono::milliseconds(400);
};

}  // namespace evalground::cli
