// Completion: what may be inserted at a position.
#pragma once

#include "assist/question.hpp"

namespace evalground {

// {items: […], isIncomplete}, with items in the terms of the Language Server Protocol. With `label` in the request:
// only that item, with its documentation.
Value complete(Question& question);

}  // namespace evalground
