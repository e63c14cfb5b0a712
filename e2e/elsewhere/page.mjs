// What a journey does with a page, whichever program drives the browser.

/** How long a state may take to come. Nothing waits that long: it is for a machine that does many other things. */
const patience = 60_000;

/** The elements that journeys act on, as JavaScript. The editors are in shadow roots. */
export const parts = {
  expression: 'document.querySelector("#expression .editor-host")?.shadowRoot.querySelector(".cm-content")',
  share: 'document.querySelector("#share button.primary")',
};

/**
 * A page of one browser. The driver gives it `go(address)`, `ask(expression)`, which evaluates JavaScript in the page
 * and gives its value, `pressWithControl(key)`, `type(text)`, `click(expression)` on the element that it gives, and
 * `close()`.
 */
export class Page {
  /** What the page must never do, and did: errors and violations of its policy. */
  troubles = [];
  /** What a page still loads when it is left fails, which Firefox reports as errors of the page. */
  #isLeaving = false;

  constructor(driver) {
    this.driver = driver;
  }

  /** Opens an address. */
  async open(address) {
    this.#isLeaving = true;
    await this.driver.go("about:blank");
    this.#isLeaving = false;
    await this.driver.go(address);
  }

  /** For the driver: something that the page must never do. */
  blame(trouble) {
    if (!this.#isLeaving) this.troubles.push(trouble);
  }

  /** The value of a function that runs in the page; its arguments and its value are JSON. */
  ask(body, ...given) {
    return this.driver.ask(`(${body})(...${JSON.stringify(given)})`);
  }

  /** Waits until a function that runs in the page gives something true, and gives that. */
  until(what, body, ...given) {
    return this.wait(what, `(${body})(...${JSON.stringify(given)})`);
  }

  async wait(what, expression) {
    const end = Date.now() + patience;
    let trouble;
    while (Date.now() < end) {
      try {
        const value = await this.driver.ask(expression);
        if (value) return value;
        trouble = undefined;
      } catch (error) {
        trouble = error; // a page that is being left answers nothing
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const seen = await this.ask(() => document.body?.innerText.slice(0, 600)).catch(String);
    throw new Error(`never came: ${what}${trouble ? ` (${trouble.message})` : ""}. The page: ${seen}`);
  }

  /** Waits until the playground has evaluated what it holds. */
  settle() {
    return this.until("a result", () => {
      const { engine } = document.documentElement.dataset;
      const freshness = document.getElementById("results")?.dataset.freshness;
      const host = document.querySelector("#expression .editor-host");
      const editor = host?.shadowRoot.querySelector(".cm-content");
      return engine === "ready" && freshness === "fresh" && Boolean(editor);
    });
  }

  async click(part) {
    await this.wait(part, `Boolean(${part})`);
    await this.driver.click(part);
  }

  /** Replaces the expression by typing, and waits until the results contain a text. */
  async evaluate(expression, expected) {
    await this.click(parts.expression);
    await this.driver.pressWithControl("a");
    await this.driver.type(expression);
    await this.results(expected);
  }

  /** Waits until there are new results with a text in them. */
  results(expected) {
    const body = (given) => {
      const { dataset, innerText } = document.getElementById("results");
      return dataset.freshness === "fresh" && innerText.includes(given);
    };
    return this.until(`results with ${expected}`, body, expected);
  }

  close() {
    return this.driver.close();
  }
}
