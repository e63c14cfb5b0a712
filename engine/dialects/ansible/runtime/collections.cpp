#include "dialects/ansible/runtime/collections.hpp"

#include <algorithm>
#include <iterator>

namespace evalground::ansible {
namespace {

// Both lists are sorted.
constexpr std::string_view filters[] = {"ansible.netcommon.comp_type5",
                                        "ansible.netcommon.hash_salt",
                                        "ansible.netcommon.parse_cli",
                                        "ansible.netcommon.parse_cli_textfsm",
                                        "ansible.netcommon.parse_xml",
                                        "ansible.netcommon.type5_pw",
                                        "community.crypto.openssl_csr_info",
                                        "community.crypto.openssl_privatekey_info",
                                        "community.crypto.openssl_publickey_info",
                                        "community.crypto.split_pem",
                                        "community.crypto.x509_certificate_info",
                                        "community.crypto.x509_crl_info",
                                        "community.dns.get_public_suffix",
                                        "community.dns.get_registrable_domain",
                                        "community.dns.remove_public_suffix",
                                        "community.dns.remove_registrable_domain",
                                        "community.general.hashids_decode",
                                        "community.general.hashids_encode",
                                        "community.general.jc",
                                        "community.general.path_join",
                                        "community.general.unicode_normalize",
                                        "community.hashi_vault.vault_login_token",
                                        "community.sops._latest_version",
                                        "community.sops.decrypt",
                                        "comp_type5",
                                        "f5networks.f5_modules.abspath",
                                        "f5networks.f5_modules.verchg",
                                        "formerly_core_filter",
                                        "formerly_core_masked_filter",
                                        "gcp_kms_decrypt",
                                        "gcp_kms_encrypt",
                                        "google.cloud.gcp_kms_decrypt",
                                        "google.cloud.gcp_kms_encrypt",
                                        "hash_salt",
                                        "infinidat.infinibox.delta_time",
                                        "k8s_config_resource_name",
                                        "kubernetes.core.k8s_config_resource_name",
                                        "microsoft.ad.as_datetime",
                                        "microsoft.ad.as_guid",
                                        "microsoft.ad.as_sid",
                                        "netapp.ontap.iso8601_duration_from_seconds",
                                        "netapp.ontap.iso8601_duration_to_seconds",
                                        "ovirt.ovirt.convert_to_bytes",
                                        "ovirt.ovirt.filtervalue",
                                        "ovirt.ovirt.get_network_xml_to_dict",
                                        "ovirt.ovirt.get_ovf_disk_size",
                                        "ovirt.ovirt.json_query",
                                        "ovirt.ovirt.ovirtdiff",
                                        "ovirt.ovirt.ovirtvmip",
                                        "ovirt.ovirt.ovirtvmips",
                                        "ovirt.ovirt.ovirtvmipsv4",
                                        "ovirt.ovirt.ovirtvmipsv6",
                                        "ovirt.ovirt.ovirtvmipv4",
                                        "ovirt.ovirt.ovirtvmipv6",
                                        "ovirt.ovirt.removesensitivevmdata",
                                        "parse_cli",
                                        "parse_cli_textfsm",
                                        "parse_xml",
                                        "theforeman.foreman.cp_label",
                                        "type5_pw"};
constexpr std::string_view tests[] = {"community.general.a_module", "ovirt.ovirt.proxied"};

template <std::size_t size>
bool holds(const std::string_view (&names)[size], std::string_view name) {
  return std::binary_search(std::begin(names), std::end(names), name);
}

}  // namespace

bool is_in_collection(FunctionKind kind, std::string_view name) {
  return kind == FunctionKind::filter ? holds(filters, name) : kind == FunctionKind::test && holds(tests, name);
}

}  // namespace evalground::ansible
