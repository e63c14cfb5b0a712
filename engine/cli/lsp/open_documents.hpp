// The folders and open texts of an editor, and the workspace that a text belongs to.
//
// A folder is a workspace: its files, under what is open and not saved. `.evalground.yaml` in it, a workspace object,
// says dialect, inputs, host and options; without one the dialect is recognised by the text.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground::cli {

// The file of a folder that says what the workspace is beside its files.
inline constexpr std::string_view settings_name = ".evalground.yaml";

struct OpenDocument {
  std::string text;
  std::int64_t version = 0;
  std::string language;  // as the editor calls it
};

class OpenDocuments {
 public:
  void add_folder(std::string path);
  void remove_folder(const std::string& path);
  void open(const std::string& uri, OpenDocument document);
  void close(const std::string& uri);
  // An item of contentChanges: the whole text, or that of a range.
  void change(const std::string& uri, const Map& change, std::int64_t version);
  // What was read of the disk is read again.
  void forget_files() { folders_.clear(); }

  const OpenDocument* find(const std::string& uri) const;
  const std::map<std::string, OpenDocument>& all() const { return documents_; }
  // The workspace whose main text is that document, as a JSON object; nothing for a text in no language known.
  std::optional<Map> workspace_of(const std::string& uri);
  // The text of the settings of the document's folder; empty: there are none.
  std::string settings_of(const std::string& uri);
  // The name of a document among the files of its workspace, and back.
  std::string name_of(const std::string& uri) const;
  std::string uri_of(const std::string& uri, std::string_view name) const;

 private:
  std::string root_of(const std::string& path) const;
  const Map& files_of(const std::string& root);

  std::vector<std::string> roots_;
  std::map<std::string, OpenDocument> documents_;
  std::map<std::string, Map> folders_;  // files by root
};

// "file:///a%20b" <-> "/a b"; another URI stays.
std::string path_of_uri(std::string_view uri);
std::string uri_of_path(std::string_view path);

// The byte at a line and character (UTF-16 units, from 0) of a text.
std::size_t byte_at(std::string_view text, std::int64_t line, std::int64_t character);

}  // namespace evalground::cli
