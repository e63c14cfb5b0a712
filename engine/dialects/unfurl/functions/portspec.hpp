// Port mappings as container runtimes write them: "8080:80/tcp".
#pragma once

#include <string_view>

#include "value/value.hpp"

namespace evalground::unfurl {

// Reads "source[-end][:target[-end]][/protocol]". Without a target, the target is the source. Returns a map of
// `protocol` (default "tcp") and, for each side, either the integer (`source`, `target`) or the two ends of a range as
// texts (`source_range`, `target_range`). The unused keys are null. Throws Error "bad-portspec".
Value parse_portspec(std::string_view text);

}  // namespace evalground::unfurl
