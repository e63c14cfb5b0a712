// The marks of blocks of code and the names of their attributes, as integrations/marks.json lists them for all readers
// of marked blocks: `evalground check-docs`, the page's script and the plugins of site generators.
//
//   values    keys of the workspace, as JSON, YAML on one line, or either of them percent-encoded
//   texts     keys of the workspace, as text
//   element   attributes of <evalground-embed>
//   block     what the block is, which the element says by its children

// described: marks, by scripts/describe
export const exampleMark = "evalground";
export const outputMark = "evalground-output";
export const outputLanguages = /* @__PURE__ */ "evalground-output output ansible-output example_output".split(" ");
export const workspaceLanguages = /* @__PURE__ */ "evalground yaml yml json".split(" ");
export const valueAttributes =
  /* @__PURE__ */ "data local vars inputs attributes classes env options limits seed".split(" ");
export const textAttributes = /* @__PURE__ */ "dialect operation expression resource clock".split(" ");
export const elementAttributes =
  "editable show hide view lines run loading height max-height theme mode expect depends label title id".split(" ");
export const blockAttributes = /* @__PURE__ */ "file files key skip".split(" ");
// end
