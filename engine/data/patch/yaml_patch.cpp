#include "data/patch/yaml_patch.hpp"

#include "data/patch/patcher.hpp"

namespace evalground {

std::string patch_yaml(const Sources& sources, const Document& document, const Value& value, const Value& wanted,
                       Budget& budget, SpellsNull spells_null) {
  YamlPatcher patcher(sources, document, budget, spells_null, false);
  std::string text = patcher.run(value, wanted);
  if (!patcher.is_past_end()) return text;
  return YamlPatcher(sources, document, budget, spells_null, true).run(value, wanted);
}

}  // namespace evalground
