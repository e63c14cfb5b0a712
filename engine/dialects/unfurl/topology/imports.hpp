// The `imports` of service templates: which files they name, and what those files add to the document.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/unfurl/tosca/types.hpp"

namespace evalground::unfurl {

// A service template: the document's own, or an imported one.
struct ServiceTemplate {
  std::string file;
  Value document;          // a map, expanded
  const TypeNames* names;  // resolves the type names in it

  // A section of the topology; null when absent.
  const Value* section(std::string_view name) const;
  // Its `substitution_mappings`, also called `root`.
  const Value* substitution() const;
};

// An expression that decides about an import.
struct ImportCondition {
  OriginId item;
  Value expression;
};

class Imports {
 public:
  // Skips imports whose items have these origins.
  Imports(Context& context, Types& types, std::vector<OriginId> dropped = {})
      : context_(context), types_(types), dropped_(std::move(dropped)) {}

  // Loads the document's imports recursively, and declares all types. Paths are relative to `file`, the document's
  // file. Throws Error "import-failed", "circular-import", "unknown-field", "template-version", …
  void load(const Value& document, const std::string& file);

  // Each before its importers, so the document itself is last.
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
    std::string key;  // identifies the file
    std::string file;
    std::string part;
    const char* builtin = nullptr;  // the JSON of a library file
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
  // file and namespace -> what an importer sees: the file's own types and those that it imports
  std::map<std::string, TypeNames*> loaded_;
  std::map<std::string, TypeNames*> namespaces_;  // the value of `namespace` -> the names that its files share
  std::vector<std::string> open_;                 // the files being loaded
  std::vector<Level> levels_;
};

}  // namespace evalground::unfurl
