// Which language an editor's document is in, by its place and its content, and how it is evaluated. An editor shows
// what the server says in every file that it opens, so a document that is not surely in one of the languages is left
// alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"
#include "workspaces/folder_signs.hpp"

namespace evalground {

// What is evaluated for a claimed document.
enum class Evaluates : std::uint8_t {
  document,  // the document itself
  host,      // the variables of a host; the document is a part of an Ansible repository that does not run on its own
  nothing    // an environment of a stack, which needs a template
};

struct Claim {
  std::string dialect;
  std::string title;   // for people: "Ansible"
  std::string folder;  // which the language takes for its root; relative, empty: the editor's folder
  Map options;         // of the workspace
  Evaluates evaluates = Evaluates::document;
  std::vector<std::string> reasons;  // sentences
};

struct ClaimedDocument {
  std::string_view path;      // relative to the editor's folder
  std::string_view language;  // the editor's name for it; empty: unknown
  std::string_view text;
};

// Nothing for a document in no language of the engine, or in a folder of another program.
std::optional<Claim> claim(const ClaimedDocument& document, const FolderSigns& signs, const Map& files);
// Whether a document is another program's, by its path, its tags or the folder around it.
bool is_foreign(const ClaimedDocument& document, const FolderSigns& signs);
// Why there is no claim, as a sentence.
std::string why_not(const ClaimedDocument& document, const FolderSigns& signs);
// The name of a workspace's language, for people: "Ansible".
std::string title_of(const Map& workspace);

}  // namespace evalground
