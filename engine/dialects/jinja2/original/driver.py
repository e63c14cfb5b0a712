"""How Jinja2 for Python is asked about a workspace (wasm/python/original.py)."""
import os
import re

SETTINGS = (
    "trim_blocks", "lstrip_blocks", "keep_trailing_newline", "autoescape", "block_start_string", "block_end_string",
    "variable_start_string", "variable_end_string", "comment_start_string", "comment_end_string",
    "line_statement_prefix", "line_comment_prefix", "newline_sequence")


class Driver:
    def __init__(self):
        import jinja2
        from importlib.metadata import version
        from jinja2 import nativetypes, sandbox

        class NativeSandbox(sandbox.SandboxedEnvironment, nativetypes.NativeEnvironment):
            pass

        self.jinja2 = jinja2
        self.environments = {False: sandbox.SandboxedEnvironment, True: NativeSandbox}
        self.name = "jinja2 " + version("jinja2")

    def environment(self, options, is_native):
        jinja2 = self.jinja2
        settings = {key: value for key, value in options.items() if key in SETTINGS}
        kinds = {
            "strict": jinja2.StrictUndefined, "chainable": jinja2.ChainableUndefined, "debug": jinja2.DebugUndefined}
        settings["undefined"] = kinds.get(options.get("undefined"), jinja2.Undefined)
        extensions = [name if "." in name else "jinja2.ext." + name for name in options.get("extensions") or []]
        loader = jinja2.FileSystemLoader(os.getcwd())
        return self.environments[is_native](loader=loader, extensions=extensions, **settings)

    @staticmethod
    def holds_tag(expression, options):
        """Whether a tag begins outside of quoted texts, which makes the expression a template."""
        outside = re.sub(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*\"""", "", expression, flags=re.S)
        starts = (("variable_start_string", "{{"), ("block_start_string", "{%"), ("comment_start_string", "{#"))
        return any(options.get(name, usual) in outside for name, usual in starts)

    def bare(self, workspace, options, reading):
        """An expression without tags."""
        compiled = self.environment(options, False).compile_expression(workspace["expression"], undefined_to_none=False)
        result = compiled(**(workspace.get("vars") or {}))
        if reading == "conditional":
            return {"value": bool(result)}
        if isinstance(result, self.jinja2.Undefined):
            raise self.jinja2.UndefinedError(result._undefined_message)
        is_iterator = hasattr(result, "__next__") or isinstance(result, (range, type({}.keys()), type({}.values())))
        return {"value": list(result) if is_iterator else result}

    def evaluate(self, workspace, source):
        options = workspace.get("options") or {}
        reading, expression = options.get("as"), workspace.get("expression")
        is_bare = reading in ("expression", "conditional") and isinstance(expression, str)
        if is_bare and not self.holds_tag(expression, options):
            return self.bare(workspace, options, reading)
        is_native = options.get("native") is True
        # The expression is the template, as in the workspace, where it precedes `main`.
        template = self.environment(options, is_native).from_string(source() if expression is None else expression)
        result = template.render(**(workspace.get("vars") or {}))
        if not is_native:
            return {"text": result}
        if isinstance(result, self.jinja2.Undefined):
            raise self.jinja2.UndefinedError(result._undefined_message)
        return {"value": result}
