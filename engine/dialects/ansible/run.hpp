// An evaluation of a workspace's template by Ansible's rules, on its own or within a repository.
#pragma once

#include <memory>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/ansible/project/project.hpp"
#include "dialects/ansible/runtime/environment.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "dialects/ansible/runtime/plugins.hpp"
#include "dialects/jinja2/run.hpp"

namespace evalground::ansible {

// HasPlugins is the first base class, because the functions refer to the plugins.
class Run final : public HasPlugins, public SearchPath, public TemplateSettings, public jinja2::Run {
 public:
  explicit Run(Context& context);

  // Within a repository: the repository, and the variables of the current host.
  std::unique_ptr<Project> project;
  std::unique_ptr<HostView> view;

  // Reads the repository that consists of the workspace's files. Throws Error.
  Project& open_project();

 private:
  // Templates that call plugins refer to those of this run.
  bool may_keep() const override { return plugins == nullptr && project == nullptr; }
  SourceText opened(const std::string& path, std::uint32_t file) override;
};

std::unique_ptr<jinja2::Run> make_run(Context& context);

}  // namespace evalground::ansible
