// The resource tree for the page, with the value and state of each attribute as the last run left them.
//
//   ::web             ok, started
//     properties
//       port          80        reads ::db::port
//       password      <<REDACTED>>
//
// Making the outline evaluates nothing. An attribute that was not read shows its definition if that is plain, else
// nothing: showing values would evaluate expressions that nobody asked for. The outline has its own budget, because it
// must also be shown for an evaluation that has reached its limits.
//
// Ids are paths of keys, so that a node stays selected when values change.
#include "dialects/unfurl/outline.hpp"

#include "dialects/unfurl/ensemble.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/topology/conform.hpp"
#include "dialects/unfurl/values/collection.hpp"
#include "dialects/unfurl/values/fields.hpp"

namespace evalground::unfurl {
namespace {

constexpr std::size_t most_characters = 80;  // of a value, then it is cut

// Limits for the outline, independent of what the evaluation has used.
Limits room_for_outline() {
  Limits limits;
  limits.depth = most_outline_levels + 1;  // one level more than is shown, to know whether something was cut
  return limits;
}

class OutlineWriter {
 public:
  explicit OutlineWriter(Ensemble& ensemble)
      : evaluator_(ensemble.evaluator),
        context_(evaluator_.context),
        inputs_(ensemble.declared_inputs()),
        budget_(room_for_outline()) {}

  // The outline. If the tree is too large, the part written so far.
  std::vector<OutlineNode> write() {
    note_readers();
    std::vector<OutlineNode> nodes(1);
    try {
      write_node(evaluator_.tree.root(), nodes.front());
    } catch (const LimitError& error) {
      nodes.front().note = std::string("The tree is not complete: ") + error.what();
    }
    return nodes;
  }

 private:
  // Maps each computed value to its outline node.
  // An origin leads to one attribute, so the reads of a value become arrows to other nodes.
  void note_readers() {
    if (!context_.provenance.recording()) return;
    for (Resource* resource : evaluator_.tree.in_order()) {
      for (AttributeMap* attributes : {&resource->properties, &resource->attributes}) {
        for (std::size_t index = 0; index < attributes->size(); ++index) {
          const OriginId origin = attributes->at(index).value.origin();
          if (origin != 0) ids_.emplace(origin, attribute_id(*resource, attributes->name(index)));
        }
      }
    }
  }

  static std::string attribute_id(const Resource& resource, const Value& name) {
    return resource.key() +
           "::" + (name.is_string() ? std::string(name.as_string()) : short_text(name, most_characters));
  }

  void write_node(Resource& resource, OutlineNode& node) {
    const Depth depth = budget_.enter();
    budget_.step();
    node = part_of(resource, "resource");
    add_group(node, "properties", attributes_of(resource, resource.properties, "property"));
    std::vector<OutlineNode> attributes = attributes_of(resource, resource.attributes, "attribute");
    if (resource.kind == ResourceKind::root) add_inputs(attributes);
    add_group(node, "attributes", std::move(attributes));
    add_group(node, "capabilities", parts_of(resource.capabilities, "capability"));
    add_group(node, "requirements", parts_of(resource.requirements, "requirement"));
    add_group(node, "relationships", relationships_of(resource));
    add_group(node, "artifacts", parts_of(resource.artifacts, "artifact"));
    if (budget_.depth_used() == budget_.limits().depth) return;
    for (Resource* child : resource.children) write_node(*child, node.children.emplace_back());
  }

  OutlineNode part_of(Resource& resource, std::string kind) {
    OutlineNode node;
    node.id = node.path = resource.key();
    node.kind = std::move(kind);
    node.name = resource.name;
    if (resource.type != nullptr) node.type = resource.type->name;
    if (resource.state) node.note = state_word(*resource.state);
    write_status(resource, node);
    if (resource.target != nullptr) node.value = resource.target->key();
    node.where = resource.where;
    node.selectable = true;
    return node;
  }

  // The effective status walks all dependencies, which may form a chain too long for the limits.
  void write_status(const Resource& resource, OutlineNode& node) {
    Budget budget(context_.budget.limits());
    try {
      node.status = status_word(effective_status(resource, budget));
    } catch (const LimitError&) {
      node.note = "The status is not shown: it depends on too long a chain of resources.";
    }
    budget_.step(budget.steps_used());
  }

  std::vector<OutlineNode> parts_of(const std::vector<Resource*>& parts, const char* kind) {
    std::vector<OutlineNode> nodes;
    for (Resource* part : parts) {
      budget_.step();
      OutlineNode& node = nodes.emplace_back(part_of(*part, kind));
      node.children = attributes_of(*part, part->properties, "property");
      for (OutlineNode& attribute : attributes_of(*part, part->attributes, "attribute")) {
        node.children.push_back(std::move(attribute));
      }
    }
    return nodes;
  }

  // The relationships through which others depend on a node.
  // The same relationship also stands below its source. The prefix keeps the two ids apart.
  std::vector<OutlineNode> relationships_of(const Resource& resource) {
    std::vector<OutlineNode> nodes;
    for (Resource* relationship : resource.relationships) {
      budget_.step();
      OutlineNode& node = nodes.emplace_back(part_of(*relationship, "relationship"));
      node.id = resource.key() + "::.relationships/" + node.id;
      node.value = relationship->parent->key();
    }
    return nodes;
  }

  std::vector<OutlineNode> attributes_of(Resource& resource, AttributeMap& attributes, const char* kind) {
    std::vector<OutlineNode> nodes;
    for (std::size_t index = 0; index < attributes.size(); ++index) {
      budget_.step();
      const Value& name = attributes.name(index);
      const Attribute& attribute = attributes.at(index);
      OutlineNode& node = nodes.emplace_back();
      node.id = node.path = attribute_id(resource, name);
      node.kind = kind;
      node.name = name.is_string() ? std::string(name.as_string()) : short_text(name, most_characters);
      node.where = name.origin() != 0 ? name.origin() : attribute.definition.origin();
      describe(attribute, node);
    }
    return nodes;
  }

  // The inputs that the document declares, below the attribute that holds their values.
  void add_inputs(std::vector<OutlineNode>& attributes) {
    for (OutlineNode& attribute : attributes) {
      if (attribute.name != "inputs") continue;
      for (const auto& [name, declaration] : inputs_) {
        budget_.step();
        OutlineNode& node = attribute.children.emplace_back();
        node.kind = "parameter";
        node.name = key_text(name);
        node.id = node.path = attribute.id + "::" + node.name;
        node.where = name.origin();
        describe_input(map_or_nothing(&declaration), node);
      }
    }
  }

  static void describe_input(const Map& declaration, OutlineNode& node) {
    node.type = text_field(declaration, "type");
    node.sensitive = is_sensitive_declaration(declaration);
    node.note = text_field(declaration, "description");
    const auto add_note = [&](std::string_view text) { node.note.append(node.note.empty() ? "" : "; ").append(text); };
    if (const Value* fallback = declaration.find("default")) {
      add_note("default " + (node.sensitive ? std::string(redaction) : short_text(*fallback, most_characters)));
    }
    if (const Value* constraints = field(declaration, "constraints");
        constraints != nullptr && constraints->is_list()) {
      for (const Value& constraint : constraints->as_list()) add_note(short_text(constraint, most_characters));
    }
  }

  //   failed     the message of the problem
  //   read       the value, and which attributes it was computed from
  //   unread     the definition if it is plain; a sensitive one is redacted, whether or not it was read
  void describe(const Attribute& attribute, OutlineNode& node) {
    switch (attribute.state) {
      case Attribute::State::failed:
        node.status = "error";
        node.note = attribute.problem->message;
        return;
      case Attribute::State::read: {
        node.value = text_of(attribute.value);
        for (const OriginId origin : context_.provenance.reads(attribute.value.origin())) {
          if (const auto found = ids_.find(origin); found != ids_.end()) node.reads.push_back(found->second);
        }
        return;
      }
      case Attribute::State::unread:
      case Attribute::State::reading: {
        if (attribute.rule != nullptr && attribute.rule->is_sensitive()) {
          node.value = redaction;
          return;
        }
        Budget budget(context_.budget.limits());  // a definition may be nested as deeply as a document
        if (!holds_expressions(attribute.definition, budget)) node.value = text_of(attribute.definition);
        budget_.step(budget.steps_used());
      }
    }
  }

  // The outline never evaluates a lazy list or map.
  static std::string text_of(const Value& value) {
    if (auto* resource = object_cast<Resource>(value)) return resource->key();
    if (auto* collection = object_cast<Collection>(value)) return collection->is_list() ? "[…]" : "{…}";
    return short_text(value, most_characters);
  }

  static void add_group(OutlineNode& node, const char* name, std::vector<OutlineNode> children) {
    if (children.empty()) return;
    OutlineNode& group = node.children.emplace_back();
    group.id = node.id + "/" + name;
    group.kind = "group";
    group.name = name;
    group.where = children.front().where;
    group.children = std::move(children);
  }

  Evaluator& evaluator_;
  Context& context_;
  const Map& inputs_;
  Budget budget_;
  std::unordered_map<OriginId, std::string> ids_;
};

}  // namespace

std::vector<OutlineNode> outline_of(Context& context) {
  if (auto* evaluated = dynamic_cast<Ensemble*>(context.state.get())) return OutlineWriter(*evaluated).write();
  return recover(
      [&] {
        Ensemble unevaluated(context);
        return OutlineWriter(unevaluated).write();
      },
      [](const Error&) { return std::vector<OutlineNode>(); });
}

}  // namespace evalground::unfurl
