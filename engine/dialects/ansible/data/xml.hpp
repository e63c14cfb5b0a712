// XML as maps, as Python's xmltodict reads and writes it.
//
//   <a x="1"><b>t</b><b/>u</a>      {"a": {"@x": "1", "b": ["t", null], "#text": "u"}}
//
// An element is its text, or null without one. With attributes or elements in it, it is a map. Elements of one name
// become a list.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground::ansible {

// Absent for a text that is not well-formed. Entities of a document type are dropped, as there.
std::optional<Value> read_xml(std::string_view text, Budget& budget);

struct XmlStyle {
  std::string indent = "\t";
  bool full_document = true;  // with a declaration, and exactly one root
};

// Absent where xmltodict fails: for names that XML does not allow, or several roots of a full document. `text_of` gives
// Python's str() of a value.
std::optional<std::string> write_xml(const Value& document, const XmlStyle& style,
                                     const std::function<std::string(const Value&)>& text_of, Budget& budget);

}  // namespace evalground::ansible
