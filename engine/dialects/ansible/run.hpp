// One evaluation of a workspace's template as Ansible renders it, alone or within a repository.
#pragma once

#include <memory>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/ansible/project/project.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "dialects/ansible/runtime/plugins.hpp"
#include "dialects/jinja2/run.hpp"

namespace evalground::ansible {

// Plugins are there before the functions that they are added to.
class Run final : public HasPlugins, public SearchPath, public jinja2::Run {
 public:
  explicit Run(Context& context);

  // Of an evaluation within a repository: the repository, and what the host sees in whose context it is.
  std::unique_ptr<Project> project;
  std::unique_ptr<HostView> view;

  // Reads the repository that the workspace's files are. Throws Error.
  Project& open_project();

 private:
  SourceText opened(const std::string& path, std::uint32_t file) override;
};

std::unique_ptr<jinja2::Run> make_run(Context& context);

}  // namespace evalground::ansible
