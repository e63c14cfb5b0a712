// A language server as a function of texts, for programs whose host answers later or elsewhere: the package's, whose
// runs have a worker of their own. What the server keeps is handed back and forth, so it does not matter which instance
// of the module takes the next step, or whether the one before has ended.
#pragma once

#include <string>
#include <string_view>

namespace evalground::language_server {

// Takes a step, and gives what came of it, both JSON:
//
//   session      the text that the step before gave, for the first one absent
//   site         the address of the page that links open in, until the editor's settings name one
//   message      the editor's; absent: what has not been published is
//   isCancelled  the editor has taken the request back
//   folders      {uri: {name: text}}: the folders that were read
//   runs         {uri: outcome, a JSON text}: outcomes of the texts as they are
//   run          {uri, outcome, hasTold} or {uri, isCancelled}: of the run that this message wanted
//   link         of the workspace that this message wanted one to
//
//   {session, messages, hasUnpublished, forgets}   `forgets`: "runs" or "files", which are runs as well: they do not
//                                                  count any more. `session` is absent where it stays the same
//   {wants: {folder: uri}}, {wants: {run: {uri, workspace, options, isFresh, token}}}, {wants: {link: workspace}}
//                                                  the same step is to be taken again, with that; a workspace is JSON
//                                                  text
//   {error}                                        the step is not one, or there is no memory for it
std::string step(std::string_view request) noexcept;

}  // namespace evalground::language_server
