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

#include "language_server/editor_host.hpp"
#include "value/map.hpp"

namespace evalground::language_server {

struct OpenDocument {
  std::string text;
  std::int64_t version = 0;
  std::string language;  // as the editor calls it
};

class OpenDocuments {
 public:
  // Those that session() gave.
  OpenDocuments(EditorHost& host, const Map& session);

  void add_folder(std::string_view uri);
  void remove_folder(std::string_view uri);
  void open(const std::string& uri, OpenDocument document);
  void close(const std::string& uri);
  // An item of contentChanges: the whole text, or that of a range.
  void change(const std::string& uri, const Map& change, std::int64_t version);
  // What was read of folders is read again.
  void forget_files() { folders_.clear(); }

  const OpenDocument* find(const std::string& uri) const;
  const std::map<std::string, OpenDocument>& all() const { return documents_; }
  // The workspace whose main text is that document, as a JSON object; nothing for a text in no language known.
  std::optional<Map> workspace_of(const std::string& uri);
  // The settings file of the document's folder; empty when it has none.
  std::string settings_of(const std::string& uri);
  // The name of a document among the files of its workspace, and back.
  std::string name_of(const std::string& uri) const;
  std::string uri_of(const std::string& uri, std::string_view name) const;
  // What is to be kept from one message to the next: all but what was read of folders.
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
