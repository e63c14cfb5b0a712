// A workspace under other names, which shows the same.
#pragma once

#include "runtime/dialect.hpp"
#include "runtime/language/language.hpp"
#include "shrink/trials.hpp"

namespace evalground::shrinking {

// The dialect of a document, and that of the expressions that it holds; null: it holds none.
struct Languages {
  const Dialect& dialect;
  const Dialect* within;
};

struct Disguised {
  Map workspace;
  Goal goal;    // under the new names
  Map names;    // what became what; it stays where it is made
  List stayed;  // names of the user that the goal needs unchanged
};

// Names, hosts, addresses, domains, paths, key-like values and free text are renamed alike wherever they stand, in the
// shape that they have; words of languages stay. Where the goal is missed, as few names as possible stay.
Disguised disguise(const Map& workspace, const Languages& languages, const Goal& goal, Trials& trials, bool lengths,
                   Budget& budget);

}  // namespace evalground::shrinking
