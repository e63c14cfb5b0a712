// Words of templates that the catalogue does not hold: section keys, versions, resource types, and the arguments of
// calls.
#pragma once

#include <span>
#include <string_view>

namespace evalground::heat {

inline constexpr std::string_view sections[] = {
    "heat_template_version", "description", "parameter_groups", "parameters", "conditions", "resources", "outputs"};
inline constexpr std::string_view parameter_keys[] = {"type",   "label",       "description", "default",
                                                      "hidden", "constraints", "immutable",   "tags"};
inline constexpr std::string_view resource_keys[] = {"type",        "properties",    "metadata",
                                                     "depends_on",  "update_policy", "deletion_policy",
                                                     "external_id", "condition",     "description"};
inline constexpr std::string_view output_keys[] = {"value", "description", "condition"};
inline constexpr std::string_view constraint_keys[] = {
    "length", "range", "modulo", "allowed_values", "allowed_pattern", "custom_constraint", "description"};
inline constexpr std::string_view bound_keys[] = {"min", "max"};
inline constexpr std::string_view modulo_keys[] = {"step", "offset"};
inline constexpr std::string_view group_keys[] = {"label", "description", "parameters"};
inline constexpr std::string_view environment_keys[] = {"parameters",        "parameter_defaults",
                                                        "resource_registry", "encrypted_param_names",
                                                        "event_sinks",       "parameter_merge_strategies"};
inline constexpr std::string_view value_types[] = {"string", "number", "boolean", "comma_delimited_list", "json"};
inline constexpr std::string_view pseudo_parameters[] = {"OS::stack_name", "OS::stack_id", "OS::project_id"};
inline constexpr std::string_view policies[] = {"Delete", "Retain", "Snapshot"};
inline constexpr std::string_view versions[] = {"wallaby",    "rocky",      "queens",     "pike",
                                                "ocata",      "newton",     "2021-04-16", "2018-08-31",
                                                "2016-10-14", "2015-04-30", "2013-05-23"};
inline constexpr std::string_view digests[] = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512"};
// The resource types that templates use most. Types are not checked here, so any other works as well.
inline constexpr std::string_view resource_types[] = {"OS::Cinder::Volume",
                                                      "OS::Cinder::VolumeAttachment",
                                                      "OS::Designate::RecordSet",
                                                      "OS::Heat::AutoScalingGroup",
                                                      "OS::Heat::CloudConfig",
                                                      "OS::Heat::MultipartMime",
                                                      "OS::Heat::None",
                                                      "OS::Heat::RandomString",
                                                      "OS::Heat::ResourceGroup",
                                                      "OS::Heat::ScalingPolicy",
                                                      "OS::Heat::SoftwareConfig",
                                                      "OS::Heat::SoftwareDeployment",
                                                      "OS::Heat::SoftwareDeploymentGroup",
                                                      "OS::Heat::Stack",
                                                      "OS::Heat::StructuredConfig",
                                                      "OS::Heat::StructuredDeployment",
                                                      "OS::Heat::TestResource",
                                                      "OS::Heat::Value",
                                                      "OS::Heat::WaitCondition",
                                                      "OS::Heat::WaitConditionHandle",
                                                      "OS::Neutron::FloatingIP",
                                                      "OS::Neutron::FloatingIPAssociation",
                                                      "OS::Neutron::Net",
                                                      "OS::Neutron::Port",
                                                      "OS::Neutron::Router",
                                                      "OS::Neutron::RouterGateway",
                                                      "OS::Neutron::RouterInterface",
                                                      "OS::Neutron::SecurityGroup",
                                                      "OS::Neutron::SecurityGroupRule",
                                                      "OS::Neutron::Subnet",
                                                      "OS::Nova::Flavor",
                                                      "OS::Nova::KeyPair",
                                                      "OS::Nova::Server",
                                                      "OS::Nova::ServerGroup",
                                                      "OS::Octavia::LoadBalancer",
                                                      "OS::Octavia::Pool",
                                                      "OS::Swift::Container"};

// The items or keys of a function's argument: "template: string", or "*path: any" for the rest. Empty when it takes one
// value.
std::span<const std::string_view> parts_of(std::string_view function);
// Whether the argument is a map, whose keys are these parts.
bool takes_map(std::string_view function);

}  // namespace evalground::heat
