#include "language_server/plugin_places.hpp"

#include <gtest/gtest.h>

namespace evalground::language_server {
namespace {

// "file: the text at the place". `|^` in the text is the position.
std::string plugin(std::string text) {
  const Map programs{
      {"filter_plugins/kube.py", Value::string("def to_kube(x):\n  pass\nclass FilterModule:\n  def filters(self):\n"
                                               "    return {'kube': to_kube, \"other\": len}\n")},
      {"roles/a/test_plugins/even.py", Value::string("def tests():\n  return {'even': self.is_even}\ndef is_even(x):")},
      {"lookup_plugins/secret.py", Value::string("class LookupModule:\n")},
      {"library/my_module.py", Value::string("x = 'kube'\n")}};
  const std::size_t at = text.find("^");
  text.erase(at, 1);
  const auto found = plugin_at(text, at, programs);
  if (!found) return "nothing";
  const std::string_view program = programs.find(found->file)->as_string();
  return found->file + ": " + std::string(program.substr(found->begin, found->end - found->begin));
}

TEST(PluginPlaces, OfFiltersAreTheirFunctions) {
  EXPECT_EQ(plugin("{{ x | ku^be }}"), "filter_plugins/kube.py: to_kube");
  EXPECT_EQ(plugin("{{ x | acme.tools.^kube(1) }}"), "filter_plugins/kube.py: to_kube");
  EXPECT_EQ(plugin("{{ x | other^ }}"), "filter_plugins/kube.py: other");
  EXPECT_EQ(plugin("{{ x + ku^be }}"), "nothing");
  EXPECT_EQ(plugin("{{ x | none^ }}"), "nothing");
  EXPECT_EQ(plugin("^"), "nothing");
}

TEST(PluginPlaces, OfTestsAreTheirFunctions) {
  EXPECT_EQ(plugin("when: x is ev^en"), "roles/a/test_plugins/even.py: is_even");
  EXPECT_EQ(plugin("when: x is not ev^en"), "roles/a/test_plugins/even.py: is_even");
  EXPECT_EQ(plugin("when: this ev^en"), "nothing");
}

TEST(PluginPlaces, OfLookupsAndModulesAreTheirFiles) {
  EXPECT_EQ(plugin("{{ lookup('sec^ret', 'a') }}"), "lookup_plugins/secret.py: ");
  EXPECT_EQ(plugin("- my_mod^ule:\n    a: 1\n"), "library/my_module.py: ");
  EXPECT_EQ(plugin("- name: x\n  acme.tools.my_mod^ule: {a: 1}\n"), "library/my_module.py: ");
  EXPECT_EQ(plugin("- name: my_mod^ule\n"), "nothing");
}

}  // namespace
}  // namespace evalground::language_server
