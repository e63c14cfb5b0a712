// Filters, tests and lookups of collections that come with Ansible. Each family is a table in a file of its own, with
// the full names of its functions, as the collections have no short ones.
#pragma once

#include <span>

#include "runtime/function.hpp"

namespace evalground::ansible {

std::span<const Function> nested_data_filters();  // ansible.utils: paths and places in nested data
std::span<const Function> nested_key_filters();   // ansible.utils: keys at any depth
std::span<const Function> top_key_filters();      // community.general: keys of dicts in a list
std::span<const Function> list_set_filters();     // community.general: lists as sets
std::span<const Function> data_source_filters();  // ansible.utils: lists that are compared or merged
std::span<const Function> xml_filters();          // ansible.utils
std::span<const Function> schema_checks();        // ansible.utils: validate, as filter and test
std::span<const Function> network_tests();        // ansible.utils
std::span<const Function> device_filters();       // commands and lists of devices
std::span<const Function> collection_lookups();   // community.general
std::span<const Function> filetree_lookup();      // community.general

}  // namespace evalground::ansible
