// region: setting
import mdx from "@astrojs/mdx";
import { defineConfig } from "astro/config";
import remarkEvalground from "evalground/remark";

export default defineConfig({
  markdown: { remarkPlugins: [remarkEvalground] },
  integrations: [mdx()],
});
// end
