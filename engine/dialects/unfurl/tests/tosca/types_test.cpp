#include "dialects/unfurl/tosca/types.hpp"

#include "dialects/unfurl/tests/loaded.hpp"
#include "dialects/unfurl/topology/imports.hpp"
#include "dialects/unfurl/tosca/builtin_types.hpp"

namespace evalground::unfurl {
namespace {

class TypesTest : public testing::Test {
 protected:
  // Declares a node type in the file.
  void declare(std::string_view name, Map definition) {
    names.add(TypeKind::node, std::string(name),
              &types.add_source({TypeKind::node, std::string(name), Value::map(std::move(definition)), 0, &names}));
  }
  std::string name_of(std::string_view name) {
    const Type* found = types.find(TypeKind::node, name, names);
    return found == nullptr ? "none" : found->name;
  }

  Workspace workspace = Loaded::workspace_of("{}");
  RunOptions options;
  ClosedHost host;
  Context context{workspace, options, host};
  Types types{context};
  TypeNames& names = types.add_names();
};

TEST_F(TypesTest, BuiltinOnesAllResolve) {
  for (const auto& all : {builtin_node_types(), builtin_other_types()}) {
    for (const BuiltinType& builtin : all) {
      const Type* type = types.find(builtin.kind, builtin.name, types.builtin_names());
      ASSERT_NE(type, nullptr) << builtin.name;
      EXPECT_EQ(type->name, builtin.name);
      for (const Declaration& property : type->properties) {
        const Value* property_type = property.definition.find("type");
        ASSERT_NE(property_type, nullptr) << builtin.name;
        if (is_simple_type(property_type->as_string())) continue;
        EXPECT_NE(types.find(TypeKind::data, property_type->as_string(), *property.names), nullptr) << builtin.name;
      }
    }
  }
}

TEST_F(TypesTest, OfTheLibraryAllResolve) {
  for (const BuiltinFile& file : builtin_library()) {
    Imports imports(context, types);
    const std::string document = "{imports: [{file: " + std::string(file.path) + ", repository: unfurl}]}";
    Map item;
    item.set("file", Value::string(file.path));
    item.set("repository", Value::string("unfurl"));
    Map service;
    service.set("imports", Value::list({Value::map(std::move(item))}));
    imports.load(Value::map(std::move(service)), "main.yaml");
    for (const ServiceTemplate& service_template : imports.templates()) {
      const Value* node_types = service_template.document.as_map().find("node_types");
      if (node_types == nullptr) continue;
      for (const auto& entry : node_types->as_map()) {
        EXPECT_NE(types.find(TypeKind::node, entry.key.as_string(), *service_template.names), nullptr)
            << entry.key.as_string();
      }
    }
  }
}

TEST_F(TypesTest, AreFoundByShortNames) {
  EXPECT_EQ(name_of("Compute"), "tosca.nodes.Compute");
  EXPECT_EQ(name_of("tosca:network.Port"), "tosca.nodes.network.Port");
  EXPECT_EQ(name_of("unfurl:Generic"), "none");
}

TEST_F(TypesTest, OfTheFileComeBeforeBuiltinOnes) {
  declare("Compute", {});
  EXPECT_EQ(name_of("Compute"), "Compute");
  EXPECT_EQ(name_of("tosca.nodes.Compute"), "tosca.nodes.Compute");
}

TEST_F(TypesTest, DeriveFromTheRootOfTheirKind) {
  declare("A", {});
  const Type& type = types.get(TypeKind::node, "A", names, 0);
  EXPECT_TRUE(type.is("tosca.nodes.Root"));
  EXPECT_FALSE(type.is("tosca.capabilities.Root"));
}

TEST_F(TypesTest, VisitEachBaseOnceDepthFirst) {
  declare("A", {});
  declare("B", {{"derived_from", Value::string("A")}});
  declare("C", {{"derived_from", Value::string("A")}});
  declare("D", {{"derived_from", Value::list({Value::string("B"), Value::string("C")})}});
  std::string order;
  for (const Type* base : types.get(TypeKind::node, "D", names, 0).bases) order += base->name + " ";
  EXPECT_EQ(order, "B A tosca.nodes.Root C ");
}

TEST_F(TypesTest, ThatDeriveFromThemselvesAreErrors) {
  declare("A", {{"derived_from", Value::string("B")}});
  declare("B", {{"derived_from", Value::string("A")}});
  EXPECT_EQ(error_code([&] { types.find(TypeKind::node, "A", names); }), "circular-type");
}

TEST_F(TypesTest, AreKnownBehindThePrefixOfAnImport) {
  declare("A", {});
  TypeNames& importer = types.add_names();
  importer.add_all(names, "lib");
  const Type* found = types.find(TypeKind::node, "lib.A", importer);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->name, "lib.A");
  EXPECT_TRUE(found->is("A"));
  EXPECT_EQ(types.find(TypeKind::node, "A", importer), nullptr);
}

}  // namespace
}  // namespace evalground::unfurl
