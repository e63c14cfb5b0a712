// region: setting
import remarkEvalground from "evalground/remark";

export default {
  title: "Examples",
  url: "https://docs.example",
  baseUrl: "/",
  scripts: [{ src: "/evalground/embed.js", defer: true }],
  themes: ["@docusaurus/theme-classic"],
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/", remarkPlugins: [remarkEvalground] }]],
};
// end
