// Semantic tokens that an editor has, so that it can be sent what has changed of them.

export class TokenStore {
  private readonly sent = new Map<string, { id: string; data: readonly number[] }>();
  private next = 1;

  full(uri: string, data: readonly number[]) {
    const resultId = String(this.next++);
    this.sent.set(uri, { id: resultId, data });
    return { resultId, data };
  }

  /**
   * One edit, of what lies between the common beginning and the common end; all tokens where those of that result are
   * not known any more.
   */
  delta(uri: string, previous: string, data: readonly number[]) {
    const known = this.sent.get(uri);
    if (known?.id !== previous) return this.full(uri, data);
    const before = known.data;
    const most = Math.min(before.length, data.length);
    let start = 0;
    while (start < most && before[start] === data[start]) start++;
    let tail = 0;
    while (tail < most - start && before[before.length - 1 - tail] === data[data.length - 1 - tail]) tail++;
    const isSame = start + tail === Math.max(before.length, data.length);
    const edit = {
      start,
      deleteCount: before.length - start - tail,
      data: data.slice(start, data.length - tail),
    };
    return { resultId: this.full(uri, data).resultId, edits: isSame ? [] : [edit] };
  }

  forget(uri: string): void {
    this.sent.delete(uri);
  }
}
