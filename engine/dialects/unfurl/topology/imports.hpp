// The `imports` of service templates: which files they name, and what those add to the document.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/unfurl/tosca/types.hpp"

namespace evalground::unfurl {

// A service template: the document's own, or one that is imported.
struct ServiceTemplate {
  std::string file;
  Value document;          // a map, expanded
  const TypeNames* names;  // what the names of types in it mean

  // A section of the topology; null when absent.
  const Value* section(std::string_view name) const;
  // Its `substitution_mappings`, also called `root`.
  const Value* substitution() const;
};

// An expression that an import depends on.
struct ImportCondition {
  OriginId item;
  Value expression;
};

class Imports {
 public:
  // Imports whose items have these origins are left out.
  Imports(Context& context, Types& types, std::vector<OriginId> dropped = {})
      : context_(context), types_(types), dropped_(std::move(dropped)) {}

  // Loads what the document imports, and what that imports, and declares all types. The document stands in a file that
  // paths are relative to. Throws Error "import-failed", "circular-import", "unknown-field", "template-version", …
  void load(const Value& document, const std::string& file);

  // Each before those that import it; the document's own is the last.
  const std::vector<ServiceTemplate>& templates() const { return templates_; }
  const std::vector<ImportCondition>& conditions() const { return conditions_; }

 private:
  // The repositories that a file can name: its own and those of its importers, innermost last.
  struct Level {
    Value document;
    std::string file;
  };
  // A file that an import names.
  struct Place {
    std::string key;  // what tells it from others
    std::string file;
    std::string part;
    const char* builtin = nullptr;  // the JSON of a file of the library
  };
  struct Item {
    Value file;
    Value repository;
    std::string prefix;
    OriginId where = 0;
  };

  TypeNames& load_document(const Value& document, const std::string& file, const std::string& inherited_namespace);
  void load_item(const Value& written, Map& import_names, const std::string& file, const std::string& name_space,
                 TypeNames& visible, TypeNames& names);
  Item read_item(const Value& written, Map& import_names);
  Place locate(const Item& item, const std::string& file);
  Place locate_in_repository(const Item& item, std::string_view path, std::string_view part);
  TypeNames& load_place(const Place& place, const Item& item, const std::string& name_space);
  Value read_place(const Place& place, const Item& item);
  void declare_types(const Map& document, TypeNames& visible, TypeNames& names);
  TypeKind kind_of_mixed(const Map& types, const Value& definition, const TypeNames& names);
  [[noreturn]] void fail(const Item& item, std::string cause) const;

  Context& context_;
  Types& types_;
  const std::vector<OriginId> dropped_;
  std::vector<ServiceTemplate> templates_;
  std::vector<ImportCondition> conditions_;
  // Place and namespace -> what an importer sees: the file's own types and those that it imports.
  std::map<std::string, TypeNames*> loaded_;
  std::map<std::string, TypeNames*> namespaces_;  // the text under `namespace` -> the names that its files share
  std::vector<std::string> open_;                 // the files being loaded
  std::vector<Level> levels_;
};

}  // namespace evalground::unfurl
