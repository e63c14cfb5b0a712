// The language server as requests with answers.
import { LanguageServer } from "../../../wasm/src/lsp/index.ts";

export class Connection {
  waiting = new Map();
  next = 1;

  constructor(engine, options, heard) {
    this.server = new LanguageServer(
      engine,
      (message) => {
        if (message.method !== undefined) return heard(message);
        const done = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        done?.(message);
      },
      options,
    );
  }

  notify(method, params) {
    return this.server.read({ method, params });
  }

  /** The result; undefined if the request fails. `token` is the editor's cancellation token. */
  async ask(method, params, token) {
    const { result } = await this.answer(method, params, token);
    return result ?? undefined;
  }

  answer(method, params, token) {
    const id = this.next++;
    const answered = new Promise((resolve) => this.waiting.set(id, resolve));
    const taken = token?.onCancellationRequested(() => void this.notify("$/cancelRequest", { id }));
    void this.server.read({ id, method, params });
    return answered.finally(() => taken?.dispose());
  }
}
