// Text in XML, for reports that other tools read.
#pragma once

#include <string>
#include <string_view>

namespace evalground::cli {

// Text and attribute values of XML. Characters that XML cannot have are left out.
std::string xml_text(std::string_view text);

}  // namespace evalground::cli
