// What a language server needs from the program that carries its messages.
#pragma once

#include <string>

#include "value/map.hpp"

namespace evalground::language_server {

// A run of a document's workspace.
struct Run {
  std::string uri;
  Map workspace;
  Map options;
  bool is_fresh;  // do not use a known outcome
  Value request;  // the id of the request that the run is for; undefined: a change of a document ends it
  Value token;    // for reporting progress to the editor; undefined: no progress
};

// A request to the engine's change() (engine.hpp), such as {change: workspace, path, to}.
struct Search {
  Map wish;
  Value request;  // as for a run
  Value token;
};

struct Ran {
  std::string outcome;  // JSON; of a search its answer
  bool was_cancelled = false;
  bool has_told = false;  // progress was reported to the editor
};

// Thrown by a host that cannot answer yet. The server's work on the message so far is lost. The message must be read
// again once the answer is available.
struct NotYet {
  Map wanted;
};

class EditorHost {
 public:
  EditorHost() = default;
  EditorHost(const EditorHost&) = delete;
  EditorHost& operator=(const EditorHost&) = delete;
  virtual ~EditorHost() = default;

  virtual void send(Map message) = 0;
  // True when the editor has cancelled an unanswered request.
  virtual bool is_cancelled(const Value& id) = 0;
  // The files below a folder that the editor has opened, by relative path; empty for an unreadable folder.
  virtual Map read_folder(const std::string& uri) = 0;
  virtual Ran run(const Run& run) = 0;
  // The answer of the engine's change() to a request. It ends and reports progress like a run.
  virtual Ran change(const Search& search) = 0;
  // The part of a link after its `#`.
  virtual std::string link_to(const Map& workspace) = 0;
};

}  // namespace evalground::language_server
