// Checks what must change in a workspace for a newer version of its reference: Ansible's from 2.14 to 2.21.
//
//   when: tags | length                   would fail: the value is a number          tags | length != 0
//   when: "{{ a }} == 1"                  would fail: delimiters in a condition      a == 1
//   {{ lookup('file', '{{ n }}') }}       deprecated: a template within a text       lookup('file', n)
//   {{ x | default('d', 1) }}             would fail: the argument must be boolean   true
//
// The main text is a template, an expression (with `as: conditional` a condition), or YAML with a playbook, tasks or
// variables. In YAML the values of `when`, `until`, `failed_when`, `changed_when` and `that` are conditions, and every
// other text with a tag is a template. An expression without findings is evaluated under both versions with the
// workspace's variables, and a difference is reported.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/context.hpp"

namespace evalground::ansible {

// Warnings with the code "changed-in-2.19" in the order of their places, with a fix if one can be made automatically,
// and errors for texts that do not parse. Throws Error "unavailable" for any version except "2.21".
std::vector<Diagnostic> port_of(Context& context, std::string_view to);

}  // namespace evalground::ansible
