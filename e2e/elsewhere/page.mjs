// A journey's interface to a page, independent of the program that drives the browser.

/** Timeout for a state. Tests usually take far less; this is for busy machines. */
const timeoutMs = 60_000;

/** The elements that journeys use, as JavaScript expressions. The editors are in shadow roots. */
export const parts = {
  expression: 'document.querySelector("#expression .editor-host")?.shadowRoot.querySelector(".cm-content")',
  share: 'document.querySelector("#share button.primary")',
};

/**
 * A page of one browser. The driver implements `go(address)`, `ask(expression)`, which evaluates JavaScript in the page
 * and returns its value, `pressWithControl(key)`, `type(text)`, `click(expression)` on the element of that expression,
 * and `close()`.
 */
export class Page {
  /** Forbidden events: errors, and violations of the page's policy. */
  troubles = [];
  /** When a page is left, pending requests fail. Firefox reports these as errors of the page. */
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

  /** For the driver: records a forbidden event. */
  blame(trouble) {
    if (!this.#isLeaving) this.troubles.push(trouble);
  }

  /** Calls a function in the page. Its arguments and its result are JSON. */
  ask(body, ...given) {
    return this.driver.ask(`(${body})(...${JSON.stringify(given)})`);
  }

  /** Waits until a function in the page returns something truthy, and returns that. */
  until(what, body, ...given) {
    return this.wait(what, `(${body})(...${JSON.stringify(given)})`);
  }

  async wait(what, expression) {
    const end = Date.now() + timeoutMs;
    let trouble;
    while (Date.now() < end) {
      try {
        const value = await this.driver.ask(expression);
        if (value) return value;
        trouble = undefined;
      } catch (error) {
        trouble = error; // a page that is being left does not answer
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const seen = await this.ask(() => document.body?.innerText.slice(0, 600)).catch(String);
    throw new Error(`never came: ${what}${trouble ? ` (${trouble.message})` : ""}. The page: ${seen}`);
  }

  /** Waits until the playground has evaluated its content. */
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

  /** Types a new expression, and waits until the results contain a text. */
  async evaluate(expression, expected) {
    await this.click(parts.expression);
    await this.driver.pressWithControl("a");
    await this.driver.type(expression);
    await this.results(expected);
  }

  /** Waits for new results that contain a text. */
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
