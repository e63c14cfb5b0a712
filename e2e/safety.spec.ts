// Things that must never happen. The fixture checks for them in every test; here its checks are tested.
import { expect, test, watch } from "./playground.ts";

test("violations of the policy, cookies, errors and requests elsewhere are noticed", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! });
  const troubles = await watch(context, baseURL!);
  const page = await context.newPage();
  await page.goto("/");
  await page.evaluate(() => {
    document.body.setAttribute("style", "color: red");
    document.cookie = "seen=1";
    setTimeout(() => {
      throw new Error("on purpose");
    });
    const image = new Image();
    image.src = "http://localhost:1/elsewhere.png";
    try {
      document.createElement("div").innerHTML = "<b>markup</b>";
    } catch {
      // What the policy blocks throws as well.
    }
  });
  const expected = [/on purpose/, /style-src/, /cookie seen/, /img-src|request to http:\/\/localhost:1/, /trusted/i];
  const noticed: string[] = [];
  const missing = async (): Promise<RegExp[]> => {
    noticed.push(...(await troubles()));
    return expected.filter((trouble) => !noticed.some((each) => trouble.test(each)));
  };
  await expect.poll(missing).toEqual([]);
  await context.close();
});
