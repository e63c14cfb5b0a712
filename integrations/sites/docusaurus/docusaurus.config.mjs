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
  presets: [["classic", { docs: { ...docs, sidebarPath: undefined }, blog: false }]],
  scripts,
};
