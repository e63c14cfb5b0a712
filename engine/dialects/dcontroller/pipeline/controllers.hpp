// Runs controllers on the objects of a workspace: its events in order, and between the controllers of an operator the
// objects that each writes to a view.
//
// A controller of an operator may read a view that others write. Controllers run until nothing changes: each that was
// not run yet, or whose view has changed since, is stale. A stale one that waits for no other stale one runs next,
// which is the order of their dependencies; in a circle the first of them. A controller runs from the start each time,
// on the events and then on what the others have written. The budget ends a circle that never settles.
#pragma once

#include <string>
#include <vector>

#include "dialects/dcontroller/pipeline/pipeline.hpp"

namespace evalground::dcontroller {

// An object that came, changed or went.
struct Event {
  enum class Type : std::uint8_t { upserted, deleted };
  Type type;
  std::string kind;
  std::string name;  // as object_name() gives it
  Value object;
};

// The events that `data` lists: objects, or maps of a `type` and an `object`. Throws Error "wrong-object".
std::vector<Event> read_events(const Value& data, Budget& budget);

// The kinds of the events, in the order of their first appearance.
std::vector<std::string> kinds_of(const std::vector<Event>& events);

// The objects that the manifest's controllers write: a list of objects, for an operator a map from each controller to
// its list.
Value run_controllers(Manifest& manifest, const std::vector<Event>& events, Evaluator& evaluator);

}  // namespace evalground::dcontroller
