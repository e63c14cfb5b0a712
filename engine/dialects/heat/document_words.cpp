#include "dialects/heat/document_words.hpp"

namespace evalground::heat {
// The keys or items of each function's argument, in a namespace for each function.
namespace arguments {
namespace {

using Word = std::string_view;

constexpr Word get_param[] = {"name: string", "*path: any"};
constexpr Word get_attr[] = {"resource: string", "attribute: string", "*path: any"};
constexpr Word list_join[] = {"delimiter: string", "*lists: list"};
constexpr Word str_replace[] = {"template: string", "params: map"};
constexpr Word str_split[] = {"delimiter: string", "text: string", "index: integer"};
constexpr Word digest[] = {"algorithm: string", "text: string"};
constexpr Word make_url[] = {"scheme: string", "username: string", "password: string", "host: string",
                             "port: number",   "path: string",     "query: map",       "fragment: string"};
constexpr Word repeat[] = {"template: any", "for_each: map", "permutations: boolean"};
constexpr Word map_merge[] = {"*maps: map"};
constexpr Word map_replace[] = {"map: map", "replacements: map"};
constexpr Word list_concat[] = {"*lists: list"};
constexpr Word filter[] = {"values: list", "list: list"};
constexpr Word contains[] = {"value: any", "sequence: list or string"};
constexpr Word choose[] = {"condition: any", "value: any", "otherwise: any"};
constexpr Word yaql[] = {"expression: string", "data: any"};
constexpr Word equals[] = {"left: any", "right: any"};
constexpr Word conditions[] = {"*conditions: any"};
constexpr Word join[] = {"delimiter: string", "list: list"};
constexpr Word select[] = {"index: any", "list: any"};
constexpr Word split[] = {"delimiter: string", "text: string"};
constexpr Word replace[] = {"params: map", "template: string"};
constexpr Word members[] = {"key: string", "value: string", "list: list"};

struct Parts {
  Word function;
  std::span<const Word> parts;
  bool is_map = false;
};
// `is_map`: the parts are keys of a map. Otherwise they are items of a list, in this order.
constexpr Parts all[] = {{"get_param", get_param},
                         {"get_attr", get_attr},
                         {"list_join", list_join},
                         {"str_replace", str_replace, true},
                         {"str_replace_strict", str_replace, true},
                         {"str_replace_vstrict", str_replace, true},
                         {"str_split", str_split},
                         {"digest", digest},
                         {"make_url", make_url, true},
                         {"repeat", repeat, true},
                         {"map_merge", map_merge},
                         {"map_replace", map_replace},
                         {"list_concat", list_concat},
                         {"list_concat_unique", list_concat},
                         {"filter", filter},
                         {"contains", contains},
                         {"if", choose},
                         {"yaql", yaql, true},
                         {"equals", equals},
                         {"and", conditions},
                         {"or", conditions},
                         {"Fn::Join", join},
                         {"Fn::Select", select},
                         {"Fn::Split", split},
                         {"Fn::Replace", replace},
                         {"Fn::MemberListToMap", members}};

const Parts* find(Word function) {
  for (const Parts& one : all) {
    if (one.function == function) return &one;
  }
  return nullptr;
}

}  // namespace
}  // namespace arguments

std::span<const std::string_view> parts_of(std::string_view function) {
  const arguments::Parts* found = arguments::find(function);
  return found == nullptr ? std::span<const std::string_view>() : found->parts;
}

bool takes_map(std::string_view function) {
  const arguments::Parts* found = arguments::find(function);
  return found != nullptr && found->is_map;
}

}  // namespace evalground::heat
