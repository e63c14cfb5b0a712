#include "dialects/ansible/catalogue.hpp"

#include "dialects/ansible/collections/families.hpp"
#include "dialects/ansible/runtime/collections.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/catalogue.hpp"

namespace evalground::ansible {
namespace {

void add_own_families(FunctionCatalogue& all) {
  all.add("Ansible: documents", ansible_data_filters())
      .add("Ansible: encodings and digests", ansible_encoding_filters())
      .add("Ansible: secrets", ansible_secret_filters())
      .add("Ansible: regular expressions", ansible_regex_filters())
      .add("Ansible: sets", ansible_set_filters())
      .add("Ansible: lists", ansible_list_filters())
      .add("Ansible: chance", ansible_random_filters())
      .add("Ansible: dicts", ansible_dict_filters())
      .add("Ansible: numbers", ansible_number_filters())
      .add("Ansible: text", ansible_text_filters())
      .add("Ansible: URLs", ansible_url_filters())
      .add("Ansible: dates", ansible_date_filters())
      .add("Ansible: paths", ansible_path_filters())
      .add("Ansible: networks", ansible_network_filters())
      .add("Ansible: tests", ansible_tests())
      .add("Ansible: tests of files and URIs", ansible_file_tests())
      .add("Ansible: globals", ansible_globals())
      .add("Ansible: methods of containers", ansible_item_methods())
      .add("Ansible: methods of integers", ansible_integer_methods())
      .add("Ansible: lookups", ansible_data_lookups())
      .add("Ansible: lookups", ansible_sequence_lookups())
      .add("Ansible: lookups of files", ansible_file_lookups())
      .add("Ansible: lookups of files", ansible_table_lookups())
      .add("Ansible: lookups of files", ansible_password_lookup())
      .add("Ansible: lookups outside", ansible_outside_lookups())
      .add("Ansible: lookups outside", ansible_inventory_lookups())
      .add("Ansible collections: nested data", nested_data_filters())
      .add("Ansible collections: nested data", nested_key_filters())
      .add("Ansible collections: nested data", data_source_filters())
      .add("Ansible collections: lists and keys", top_key_filters())
      .add("Ansible collections: lists and keys", list_set_filters())
      .add("Ansible collections: XML", xml_filters())
      .add("Ansible collections: validation", schema_checks())
      .add("Ansible collections: addresses", network_tests())
      .add("Ansible collections: devices", device_filters())
      .add("Ansible collections: lookups", collection_lookups())
      .add("Ansible collections: lookups", filetree_lookup())
      .add("Ansible 2.21: text, numbers, paths", ansible_newer_text_filters())
      .add("Ansible 2.21: documents and data", ansible_newer_data_filters())
      .add("Ansible 2.21: tests", ansible_newer_tests())
      .add("Ansible 2.21: globals", ansible_newer_globals())
      .add("Ansible 2.21: lookups", ansible_newer_data_lookups())
      .add("Ansible 2.21: lookups", ansible_newer_file_lookups())
      .add("Ansible 2.21: lookups", ansible_newer_table_lookups())
      .add("Ansible 2.21: lookups", ansible_newer_outside_lookups());
}

}  // namespace

const FunctionCatalogue& functions() {
  static const FunctionCatalogue catalogue = [] {
    FunctionCatalogue all;
    jinja2::add_families(all);
    add_own_families(all);
    return all;
  }();
  return catalogue;
}

const MethodTable& jinja_methods() {
  static const MethodTable methods(functions());
  return methods;
}

FunctionSet function_set() {
  static const MethodTable methods(functions(), {ansible_method, ansible_integer_method});
  return {{{&functions(), ansible_filter, ansible_test, ansible_global, ansible_lookup}, {&functions()}},
          methods,
          "ansible.builtin.",
          is_in_collection};
}

FunctionSet function_set_2_21() {
  static const MethodTable methods(functions(), {ansible_integer_method});
  FunctionSet all{{{&functions(), ansible_2_21_filter, ansible_2_21_test, ansible_2_21_global, ansible_2_21_lookup},
                   {&functions(), ansible_filter, ansible_test, ansible_global, ansible_lookup},
                   {&functions()}},
                  methods,
                  "ansible.builtin.",
                  is_in_collection};
  return all.with_jinja_as_plugins();
}

}  // namespace evalground::ansible
