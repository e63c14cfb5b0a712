// The dialect `toy`: the name of a function, a space and a word, such as `upper hello`. It shows what a dialect must
// bring to appear in the page, the command and the documents.
#pragma once

#include "runtime/dialect.hpp"

namespace evalground::toy {

const Dialect& dialect();

}  // namespace evalground::toy
