// A language server as a function on texts, for programs whose host answers later or elsewhere: the package, whose runs
// have a worker of their own. The server's state is passed back and forth, so any instance of the module can take the
// next step, even if the previous one has ended.
#pragma once

#include <string>
#include <string_view>

namespace evalground::language_server {

// Takes a step, and returns its result, both as JSON:
//
//   session      from the previous step; absent in the first
//   site         the address of the page that links open in, until the editor's settings name one
//   message      the editor's; if absent, unpublished problems are published
//   isCancelled  the editor has cancelled the request
//   folders      {uri: {name: text}}: the folders that were read
//   runs         {uri: outcome, a JSON text}: outcomes of the current texts
//   run          {uri, outcome, hasTold} or {uri, isCancelled}: of the run that this message wanted
//   change       {answer, hasTold} or {isCancelled}: of the search that this message wanted
//   link         of the workspace for which this message wanted one
//
//   {session, messages, hasUnpublished, forgets}   `forgets`: "runs" or "files" (which includes runs): they are no
//                                                  longer valid. `session` is absent if it is unchanged
//   {wants: {folder: uri}}, {wants: {run: {uri, workspace, options, isFresh, token}}}, {wants: {link: workspace}},
//   {wants: {change: {request, token}}}
//                                                  take the same step again, with that; a workspace is JSON text
//   {error}                                        the step is invalid, or memory has run out
std::string step(std::string_view request) noexcept;

}  // namespace evalground::language_server
