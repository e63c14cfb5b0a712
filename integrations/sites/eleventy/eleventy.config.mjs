// region: setting
import markdownItEvalground from "evalground/markdown-it";

export const config = { markdownTemplateEngine: false }; // Liquid would evaluate the examples

export default (eleventy) => {
  eleventy.amendLibrary("md", (md) => md.use(markdownItEvalground));
  eleventy.addPassthroughCopy({ public: "/" });
};
// end
