// What a language server needs of the program that carries its messages.
#pragma once

#include <string>

#include "value/map.hpp"

namespace evalground::language_server {

// A run of a document's workspace.
struct Run {
  std::string uri;
  std::string workspace;  // JSON
  std::string options;    // JSON
  bool is_fresh;          // an outcome that is known already does not count
  Value request;          // the id of the request that it is for; undefined: none, and a change of a text ends it
  Value token;            // by which the editor hears of its progress; undefined: it does not
};

struct Ran {
  std::string outcome;  // JSON
  bool was_cancelled = false;
  bool has_told = false;  // the editor has heard of its progress
};

// A host that cannot answer yet throws it. What the server has done for the message so far is lost: it is to be read
// again once the answer is there.
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
  // Whether the editor has taken a request back that is not answered yet.
  virtual bool is_cancelled(const Value& id) = 0;
  // The files below a folder that the editor has opened, by their paths in it. Nothing where it cannot be read.
  virtual Map read_folder(const std::string& uri) = 0;
  virtual Ran run(const Run& run) = 0;
  // What a link has behind its `#`.
  virtual std::string link_to(const Map& workspace) = 0;
};

}  // namespace evalground::language_server
