#include "dialects/dcontroller/families.hpp"
namespace evalground::dcontroller {
std::span<const Function> pipeline_stages() { return {}; }
}
