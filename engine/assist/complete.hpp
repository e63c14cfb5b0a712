// What may be written at a position.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// {items: […], isIncomplete}; items named as the Language Server Protocol names them. With `label` in the request only
// that item, with its documentation.
Value complete(Question& question);

}  // namespace evalground
