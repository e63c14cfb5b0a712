// Objects of kind Secret, which enter a pipeline decoded.
#pragma once

#include "runtime/context.hpp"

namespace evalground::dcontroller {

// A Secret with each text below `data` decoded from base64, as pipelines see it; any other object unchanged. A text
// that is not base64 stays, and so does `stringData`.
Value decoded_secret(const Value& object, Context& context);

}  // namespace evalground::dcontroller
