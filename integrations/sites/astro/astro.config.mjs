import mdx from "@astrojs/mdx";
import { defineConfig } from "astro/config";
// region: setting
import remarkEvalground from "evalground/remark";

export default defineConfig({
  markdown: { remarkPlugins: [remarkEvalground] },
  integrations: [mdx()],
});
// end
