"""How the templates of ansible-core are asked about a workspace (wasm/python/original.py)."""
import os

# These make the workspace a repository, whose variables only a run of Ansible resolves.
REPOSITORY = ("inventory", "play", "role", "facts", "host")


def placed(value):
    """The result with the folder of the files under the name that it has in a workspace."""
    if isinstance(value, str):
        return str(value).replace(os.getcwd(), "/workspace")
    if hasattr(value, "items"):
        return {placed(key): placed(item) for key, item in value.items()}
    return [placed(item) for item in value] if isinstance(value, (list, tuple)) else value


def not_compared(workspace, version):
    options = workspace.get("options") or {}
    if workspace.get("operation", "evaluate") != "evaluate" or any(options.get(name) for name in REPOSITORY):
        return "only a run of Ansible resolves the variables of a repository"
    wanted = str(options.get("reference") or "2.14")
    has_tags = tuple(map(int, version.split(".")[:2])) >= (2, 19)
    return None if has_tags == (wanted != "2.14") else f"it is {version}, and the workspace follows {wanted}"


class Driver:
    def __init__(self):
        import ansible
        from ansible.parsing.dataloader import DataLoader
        from ansible.template import Templar
        self.loader, self.templar, self.version = DataLoader, Templar, ansible.__version__
        self.name = "ansible-core " + self.version

    def evaluate(self, workspace, source):
        reason = not_compared(workspace, self.version)
        if reason is not None:
            return {"missing": reason}
        options, variables = workspace.get("options") or {}, workspace.get("vars") or {}
        loader = self.loader()
        loader.set_basedir(os.getcwd())
        templar = self.templar(loader=loader, variables=variables)
        expression = workspace.get("expression")
        if expression is not None and options.get("as") == "conditional":
            return {"value": self.condition(loader, templar, expression, variables)}
        if expression is not None and options.get("as") == "expression":
            options = {**options, "convert_data": True}
            if "{{" not in expression and "{%" not in expression:
                expression = "{{ " + expression + " }}"
        gives_value = options.get("native") is True or options.get("convert_data") is True
        if options.get("native") is True:
            from ansible.template import AnsibleNativeEnvironment
            templar = templar.copy_with_new_env(environment_class=AnsibleNativeEnvironment)
        if expression is None:
            result = self.file(templar, workspace, source, gives_value)
        else:
            result = templar.template(
                expression, convert_data=gives_value, escape_backslashes=options.get("escape_backslashes") is True)
        if gives_value or not isinstance(expression, (str, type(None))):
            return {"value": placed(result)}
        return {"text": placed("" if result is None else str(result))}

    def condition(self, loader, templar, expression, variables):
        from ansible.playbook.conditional import Conditional
        conditional = Conditional(loader=loader)
        conditional.when = expression if isinstance(expression, list) else [expression]
        return conditional.evaluate_conditional(templar, variables)

    def file(self, templar, workspace, source, gives_value):
        """A template as the module of that name renders it, with its variables about the file."""
        from ansible.template import generate_ansible_template_vars
        path = os.path.abspath(workspace["main"])
        about = generate_ansible_template_vars(workspace["main"], fullpath=path)
        folders = [os.path.join(folder, name) for folder in (".", os.path.dirname(path)) for name in ("templates", "")]
        known = {**templar.available_variables, **about}
        with templar.set_temporary_context(searchpath=folders, available_variables=known):
            return templar.do_template(
                source(), preserve_trailing_newlines=True, escape_backslashes=False, convert_data=gives_value)

    def failure(self, error):
        return str(error)
