// What a promise says by the bodies that it uses, as if it were written in the promise itself.
//
//   reports: "done" classes => mine("a");
//   body classes mine(x) { promise_kept => { "$(x)_$(main.l)" }; }     # the promise mentions "a_$(main.l)"
//
// So a promise goes through the lists that its bodies mention, and is skipped when they mention `$(a[$(nothing)])`.
#pragma once

#include <vector>

#include "dialects/cfengine/agent/evaluator.hpp"

namespace evalground::cfengine {

// Whether an attribute, such as `classes`, names a body whose texts count.
bool uses_body(const Attribute& attribute);

// Adds the texts with references of the body that an attribute (`classes => mine("a")`) uses, its own parameters
// replaced by the arguments as they are written. False when there is no such body.
bool append_body_texts(Evaluator& evaluator, const Attribute& attribute, std::string_view space,
                       std::vector<BodyText>& texts);

}  // namespace evalground::cfengine
