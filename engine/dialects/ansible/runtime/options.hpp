// The options that Ansible has beside those of its templates' language.
#pragma once

#include <span>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/syntax/options.hpp"

namespace evalground::ansible {

// The version of ansible-core whose rules hold.
extern const Option reference_option;

// Those that set something of an evaluation, for read_options().
std::span<const OptionRow> option_rows();

// What a workspace may set: the options of Jinja2, and these.
std::span<const Option> all_options();

// Whether a workspace's `untrusted` names a variable: a list of names, a text of them between commas, or true for all.
bool is_untrusted(const Map& options, std::string_view variable);

}  // namespace evalground::ansible
