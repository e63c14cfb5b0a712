"""How Jinja2 for Python is asked about a workspace (wasm/python/original.py)."""
import os

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

    def evaluate(self, workspace, source):
        options = workspace.get("options") or {}
        is_native = options.get("native") is True
        # The expression is the template, as in the workspace, where it precedes `main`.
        expression = workspace.get("expression")
        template = self.environment(options, is_native).from_string(source() if expression is None else expression)
        result = template.render(**(workspace.get("vars") or {}))
        if not is_native:
            return {"text": result}
        if isinstance(result, self.jinja2.Undefined):
            raise self.jinja2.UndefinedError(result._undefined_message)
        return {"value": result}
