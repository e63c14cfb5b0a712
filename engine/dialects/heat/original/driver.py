"""How Heat is asked about a workspace (wasm/python/original.py): by its own classes without a server, which do what its
engine does between reading a template and showing its outputs. Attributes of resources are those that the workspace
names."""
import os


def files_here():
    """The files below the current folder, by their paths."""
    found = {}
    for folder, _, names in os.walk("."):
        for name in names:
            path = os.path.normpath(os.path.join(folder, name))
            with open(path, encoding="utf-8", newline="", errors="replace") as file:
                found[path] = file.read()
    return found


def listed(value):
    """Heat's own kinds of maps and lists as Python's; a set as a list that is sorted."""
    if isinstance(value, (set, frozenset)):
        return sorted(map(listed, value), key=repr)
    if isinstance(value, (str, bytes)):
        return str(value)
    if hasattr(value, "items"):
        return {key: listed(item) for key, item in value.items()}
    return [listed(item) for item in value] if hasattr(value, "__iter__") else value


class Driver:
    def __init__(self):
        import logging
        logging.disable(logging.CRITICAL)
        from heat.common import identifier, template_format
        from heat.engine import attributes, environment, node_data, parameter_groups, stk_defn, template
        from importlib.metadata import version

        class AnyName:
            def __contains__(self, _name):
                return True

        class Proxy(stk_defn.ResourceProxy):
            # Nothing here knows the types of resources, so a resource without attributes may have any.
            @property
            def attributes_schema(self):
                return super().attributes_schema if self._resource_data else AnyName()

        class Data(node_data.NodeData):
            def attribute(self, name):
                first, *rest = name if isinstance(name, tuple) else (name,)
                found = super().attribute(first)
                return attributes.select_from_attribute(found, rest) if rest else found

        stk_defn.ResourceProxy = Proxy
        self.data, self.parse, self.template = Data, template_format.parse, template.Template
        self.environment, self.groups = environment.Environment, parameter_groups.ParameterGroups
        self.definition, self.identifier = stk_defn.StackDefinition, identifier.HeatIdentifier
        self.name = "openstack-heat " + version("openstack-heat")

    def known_resources(self, attributes):
        known = {}
        for name, values in attributes.items():
            values = dict(values)
            known[name] = self.data(1, name, "u", values.pop("id", name), values, "CREATE", "COMPLETE")
        return known

    def evaluate(self, workspace, source):
        known = self.known_resources(workspace.get("attributes") or {})
        template = self.template(
            self.parse(source()), files=files_here(),
            env=self.environment({"parameters": workspace.get("inputs") or {}}))
        template.validate()
        names = self.identifier("0" * 32, "stack", "00000000-0000-0000-0000-000000000000")
        stack = self.definition(None, template, names, known)
        stack.parameters.validate(validate_value=True)
        self.groups(template).validate()
        template.conditions(stack).validate()
        outputs = {}
        for name in sorted(stack.enabled_output_names(), key=str):
            definition = stack.output_definition(name)
            definition.validate()
            outputs[name] = listed(definition.get_value())
        return {"outputs": outputs}
