// Runs controllers on the objects of a workspace: on its events in order and, within an operator, on the objects that
// each controller writes to a view.
//
// A controller of an operator may read a view that others write. A controller is stale if it has not run, or if its
// view has changed since. Controllers run until none is stale. The next one to run is a stale controller that waits for
// no other stale one, so they run in the order of their dependencies. In a cycle it is the first. A controller always
// runs from the start, on the events and then on the objects that others have written. The budget ends a cycle that
// never settles.
#pragma once

#include <string>
#include <vector>

#include "dialects/dcontroller/pipeline/pipeline.hpp"

namespace evalground::dcontroller {

// An object that was added, changed or deleted.
struct Event {
  enum class Type : std::uint8_t { upserted, deleted };
  Type type;
  std::string kind;
  std::string name;  // from object_name()
  Value object;
};

// The events in `data`: objects, or maps of a `type` and an `object`. Secrets are decoded if the version does so.
// Throws Error "wrong-object".
std::vector<Event> read_events(const Value& data, const Version& version, Context& context);

// The kinds of the events, in the order of their first appearance.
std::vector<std::string> kinds_of(const std::vector<Event>& events);

// The objects that the manifest's controllers write: a list of objects or, for an operator, a map from each controller
// to its list.
Value run_controllers(Manifest& manifest, const std::vector<Event>& events, Evaluator& evaluator);

}  // namespace evalground::dcontroller
