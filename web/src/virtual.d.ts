// Modules that vite.config.ts makes.

declare module "virtual:examples" {
  import type { Case } from "evalground";
  const examples: Case[];
  export default examples;
}

declare module "virtual:default-example" {
  import type { Case } from "evalground";
  const example: Case;
  export default example;
}
