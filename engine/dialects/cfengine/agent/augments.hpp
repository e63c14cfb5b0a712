// Augments: variables and classes that the file `def.json` next to the policy adds before the policy is read.
//
//   {"vars":      {"port": "8080", "names": ["one", "two"], "bundle.x": {"any": "data"}},
//    "variables": {"v": {"value": "text", "tags": ["mine"]}},
//    "classes":   {"web": ["host_web.*", "linux.!test::"], "db": {"class_expressions": ["any::"], "tags": ["t"]}},
//    "inputs":    ["more.cf"],                  # $(def.augments_inputs), for the policy to include
//    "augments":  ["$(sys.policy_entry_dirname)/more.json"]}
//
// A name without a bundle belongs to the scope `def`. A class is defined when one of its patterns matches a class, or
// one of its class expressions, which end with "::", holds. If two files set the same variable, the later file wins.
#pragma once

#include "dialects/cfengine/agent/evaluator.hpp"

namespace evalground::cfengine {

// Loads `def_preferred.json`, or else `def.json`, from the folder of the workspace's main file, if present. Errors in
// it are logged, and the rest is still applied.
void load_augments(Evaluator& evaluator);

}  // namespace evalground::cfengine
