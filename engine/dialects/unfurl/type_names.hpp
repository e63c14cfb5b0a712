// What language services know about TOSCA types: those that documents define, and the built-in ones.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "dialects/unfurl/tosca/type_kind.hpp"
#include "runtime/language/language.hpp"

namespace evalground::unfurl {

// Passes the written definition of a type and of each of its bases, nearest first, with its name, until `take` returns
// true.
void for_each_type(const Reading& reading, std::string_view type, Budget& budget,
                   const std::function<bool(const std::string& name, const Value& definition)>& take);

// A member of a type in one of its sections: "properties", "requirements", …
struct TypeMember {
  std::string name;
  std::string owner;  // the type that defines it
  Value definition;
};
// The members of a type and its bases, each name once.
std::vector<TypeMember> members_of(const Reading& reading, std::string_view type, std::string_view section,
                                   Budget& budget);

// "`string`, default `80`" and the description, for the definition of a property or input.
std::string described(const Value& definition);
// "derived from `tosca.nodes.Root`", and the names of its properties.
std::string described_type(const Value& definition);

// Offers the types of a kind as completions.
void offer_types(Caret& caret, const Reading& reading, TypeKind kind);

}  // namespace evalground::unfurl
