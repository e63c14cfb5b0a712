// What a move from one version of a reference to another asks of a workspace's texts: Ansible's from 2.14 to 2.21.
//
//   when: tags | length                   would fail: the value is a number          tags | length != 0
//   when: "{{ a }} == 1"                  would fail: delimiters in a condition      a == 1
//   {{ lookup('file', '{{ n }}') }}       deprecated: a template within a text       lookup('file', n)
//   {{ x | default('d', 1) }}             would fail: the argument must be boolean   true
//
// The main text is a template, an expression (with `as: conditional` a condition), or a playbook, tasks or variables in
// YAML: there the values of `when`, `until`, `failed_when`, `changed_when` and `that` are conditions, and every other
// text with a tag is a template. Where nothing is found in the text of an expression, it is evaluated by both versions
// with the workspace's variables, and a difference is told.
#pragma once

#include <string_view>
#include <vector>

#include "runtime/context.hpp"

namespace evalground::ansible {

// Warnings with the code "changed-in-2.19", in the order of the text, with a fix where one is mechanical; and errors of
// texts that cannot be read. Throws Error "unavailable" for another version than "2.21".
std::vector<Diagnostic> port_of(Context& context, std::string_view to);

}  // namespace evalground::ansible
