// region: setting
import markdownItEvalground from "evalground/markdown-it";

export default {
  head: [["script", { src: "/evalground/embed.js", defer: "" }]],
  markdown: { config: (md) => md.use(markdownItEvalground) },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "evalground-embed" } } },
};
// end
