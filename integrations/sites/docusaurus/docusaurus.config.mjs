// region: setting
import remarkEvalground from "evalground/remark";

const docs = { routeBasePath: "/", remarkPlugins: [remarkEvalground] };
const scripts = [{ src: "/evalground/embed.js", defer: true }];
// end

export default {
  title: "Examples",
  url: "https://docs.example",
  baseUrl: "/",
  onBrokenLinks: "ignore",
  // What the preset `classic` brings beside these, such as a search by Algolia, is not needed here.
  plugins: [["@docusaurus/plugin-content-docs", { ...docs, sidebarPath: undefined }]],
  themes: ["@docusaurus/theme-classic"],
  scripts,
};
