// The folders and open documents of an editor, and the workspace that a document belongs to.
//
// A folder is a workspace: its files, overlaid with open documents that are not saved. `.evalground.yaml` in it, a
// workspace object, sets dialect, inputs, host and options. Without it, the dialect is recognized from the text.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language_server/editor_host.hpp"
#include "value/map.hpp"

namespace evalground::language_server {

struct OpenDocument {
  std::string text;
  std::int64_t version = 0;
  std::string language;  // the editor's name for it
};

class OpenDocuments {
 public:
  // The documents from session().
  OpenDocuments(EditorHost& host, const Map& session);

  void add_folder(std::string_view uri);
  void remove_folder(std::string_view uri);
  void open(const std::string& uri, OpenDocument document);
  void close(const std::string& uri);
  // Applies an item of contentChanges: the whole text, or a range.
  void change(const std::string& uri, const Map& change, std::int64_t version);
  // Folders will be read again.
  void forget_files() { folders_.clear(); }

  const OpenDocument* find(const std::string& uri) const;
  const std::map<std::string, OpenDocument>& all() const { return documents_; }
  // The workspace with that document as its main document, as a JSON object; nothing for a text in no known language.
  std::optional<Map> workspace_of(const std::string& uri);
  // The settings file of the document's folder; empty when absent.
  std::string settings_of(const std::string& uri);
  // The name of a document among the files of its workspace, and back.
  std::string name_of(const std::string& uri) const;
  std::string uri_of(const std::string& uri, std::string_view name) const;
  // The state to keep between messages: everything except the contents of folders.
  Map session() const;

 private:
  // Places of documents and folders (uri.hpp).
  std::string root_of(const std::string& place) const;
  const Map& files_of(const std::string& root);

  EditorHost& host_;
  std::vector<std::string> roots_;
  std::map<std::string, OpenDocument> documents_;
  std::map<std::string, Map> folders_;  // files by root
};

}  // namespace evalground::language_server
