// Augments: variables and classes that a file `def.json` beside the policy adds before the policy is read.
//
//   {"vars":      {"port": "8080", "names": ["one", "two"], "bundle.x": {"any": "data"}},
//    "variables": {"v": {"value": "text", "tags": ["mine"]}},
//    "classes":   {"web": ["host_web.*", "linux.!test::"], "db": {"class_expressions": ["any::"], "tags": ["t"]}},
//    "inputs":    ["more.cf"],                  # $(def.augments_inputs), for the policy to include
//    "augments":  ["$(sys.policy_entry_dirname)/more.json"]}
//
// A name without a bundle is one of the scope `def`. A class is defined when one of its patterns matches a class, or
// one of its class expressions, which end with "::", holds. Where two files set the same variable, the later one wins.
#pragma once

#include "dialects/cfengine/agent/evaluator.hpp"

namespace evalground::cfengine {

// Loads `def_preferred.json`, or else `def.json`, from the folder of the workspace's main file, when there is one. What
// is wrong with it is logged, and the rest goes on.
void load_augments(Evaluator& evaluator);

}  // namespace evalground::cfengine
