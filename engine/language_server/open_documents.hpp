// The folders and open documents of an editor, and the workspace that a document belongs to.
//
// A folder is a workspace: its files, overlaid with open documents that are not saved. `.evalground.yaml` in it, a
// workspace object, sets dialect, inputs, host and options. Without it, a document is claimed for a language by its
// place and its text (workspaces/claim.hpp), and the workspace may be a folder within the editor's: an Ansible
// repository.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language_server/editor_host.hpp"
#include "value/map.hpp"
#include "workspaces/claim.hpp"
#include "workspaces/folder_signs.hpp"
#include "workspaces/host_values.hpp"

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
  void forget_files();

  const OpenDocument* find(const std::string& uri) const;
  const std::map<std::string, OpenDocument>& all() const { return documents_; }
  // The workspace with that document as its main document, as a JSON object; nothing for a text in no known language.
  // True for an open document that has one.
  bool is_served(const std::string& uri);
  // `extent`: in an Ansible repository, which may be large, other roles are needed only to find names in them.
  enum class Extent : std::uint8_t { near, whole };
  std::optional<Map> workspace_of(const std::string& uri, Extent extent = Extent::near);
  // The play of a playbook that a line is in, as "site.yml#2"; empty elsewhere.
  std::string play_at(const std::string& uri, std::int64_t line);
  // The workspace for that line: with the play that the line is in, and a host of that play.
  std::optional<Map> workspace_at(const std::string& uri, std::int64_t line);
  // Why the document is in its language, and what of it is evaluated; null when it is in none, or when settings say it.
  const Claim* claim_of(const std::string& uri);
  // Why the document is left alone, as a sentence.
  std::string why_not(const std::string& uri);
  // The hosts of its Ansible repository for which the document is read; empty without any.
  std::vector<std::string> hosts(const std::string& uri);
  // The one of these that it is evaluated for; empty without hosts.
  std::string host_of(const std::string& uri);
  void choose_host(const std::string& uri, const std::string& host);
  // Whether a program in the document's workspace has that word, and so may define a function of that name.
  bool is_in_program(const std::string& uri, std::string_view word);
  // Whether another document of its workspace includes it.
  bool is_included(const std::string& uri);
  // The programs of the editor's folder, by their paths in it, and the URI of one.
  const Map& programs(const std::string& uri);
  std::string uri_of_program(const std::string& uri, std::string_view path);
  // Whether two documents have the same workspace.
  bool are_together(const std::string& uri, const std::string& other) { return root_of(uri) == root_of(other); }
  // The file that has the data of a query; empty when its settings have it, or nothing has.
  std::string data_file_of(const std::string& uri);
  // The text of a file of the document's workspace; empty when absent.
  std::string text_in_workspace(const std::string& uri, std::string_view name);
  // The name of a document among the files of its workspace, and back.
  std::string name_of(const std::string& uri);
  std::string uri_of(const std::string& uri, std::string_view name);
  // The state to keep between messages: everything except the contents of folders.
  Map session() const;

 private:
  struct Folder {
    Map all;
    Map files;     // of interest to a language
    Map programs;  // texts in Python
  };

  struct Status {
    std::optional<Claim> claim;
    bool is_set = false;  // the settings name its dialect
  };
  const Status& status_of(const std::string& uri);

  // Places of documents and folders (uri.hpp).
  // The folder that the editor has opened, or that of the document.
  std::string editor_folder_of(const std::string& place) const;
  // The folder that is the workspace: the editor's, or one within it that a claim names.
  std::string root_of(const std::string& uri);
  const Folder& folder_of(const std::string& root);
  // By the files on the disk and the open documents.
  const FolderSigns& signs_of(const std::string& folder);
  void forget_claims();
  // The files below a root with the texts of open documents, by paths relative to it.
  Map current_files(const std::string& root);
  void add_programs(const std::string& uri, Map& files);
  // The hosts of the play that a workspace names.
  const std::vector<RepositoryHost>& hosts_of_play(const std::string& uri, const Map& workspace);
  // The hosts of the play for which the document is read.
  std::vector<std::string> hosts_in(const std::string& uri, const Map& workspace);
  // One of them: chosen by the user, or else by the settings, or else the first; empty without hosts.
  std::string preferred_host(const std::string& uri, const std::vector<std::string>& hosts, const Map& workspace);
  void drop_play_without_hosts(const std::string& uri, Map& workspace);
  std::optional<Map> workspace_without_host(const std::string& uri, Extent extent);
  // The settings of a root as a workspace; empty without settings.
  Map settings_in(const Map& files) const;

  EditorHost& host_;
  std::vector<std::string> roots_;
  std::map<std::string, OpenDocument> documents_;
  std::map<std::string, Folder> folders_;                     // by the editor's folder
  std::map<std::string, FolderSigns> signs_;                  // by the editor's folder
  std::map<std::string, Status> statuses_;                    // by URI
  std::map<std::string, std::string> chosen_hosts_;           // by root
  std::map<std::string, std::vector<RepositoryHost>> hosts_;  // by root, play and role
};

}  // namespace evalground::language_server
