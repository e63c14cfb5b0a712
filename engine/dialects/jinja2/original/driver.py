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
        self.jinja2 = jinja2
        self.name = "jinja2 " + version("jinja2")

    def environment(self, options):
        jinja2 = self.jinja2
        settings = {key: value for key, value in options.items() if key in SETTINGS}
        kinds = {
            "strict": jinja2.StrictUndefined, "chainable": jinja2.ChainableUndefined, "debug": jinja2.DebugUndefined}
        settings["undefined"] = kinds.get(options.get("undefined"), jinja2.Undefined)
        extensions = [name if "." in name else "jinja2.ext." + name for name in options.get("extensions") or []]
        return jinja2.Environment(loader=jinja2.FileSystemLoader(os.getcwd()), extensions=extensions, **settings)

    def evaluate(self, workspace, source):
        environment = self.environment(workspace.get("options") or {})
        variables = workspace.get("vars") or {}
        expression = workspace.get("expression")
        if expression is not None:
            return {"value": environment.compile_expression(expression, undefined_to_none=True)(**variables)}
        return {"text": environment.from_string(source()).render(**variables)}
