/** What waits, in a line for each key. The lines have turns, however long each of them is. */
export class Lines<Item> {
  readonly #lines = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  lengthOf(key: string): number {
    return this.#lines.get(key)?.length ?? 0;
  }

  add(key: string, item: Item): void {
    const line = this.#lines.get(key);
    if (line) line.push(item);
    else this.#lines.set(key, [item]);
    this.#size += 1;
  }

  /** Takes out the first of the line whose turn it is, which is the last line then. */
  next(): Item | undefined {
    for (const [key, line] of this.#lines) {
      const item = line.shift();
      this.#lines.delete(key);
      if (line.length > 0) this.#lines.set(key, line);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /** Takes out the last of the longest line, if that is longer than `length`. */
  dropFromLongest(length: number): Item | undefined {
    let longest = length;
    let chosen: string | undefined;
    for (const [key, line] of this.#lines) {
      if (line.length <= longest) continue;
      longest = line.length;
      chosen = key;
    }
    const item = chosen === undefined ? undefined : this.#lines.get(chosen)?.pop();
    if (item !== undefined) this.#size -= 1;
    return item;
  }

  remove(key: string, item: Item): void {
    const line = this.#lines.get(key);
    const at = line?.indexOf(item) ?? -1;
    if (!line || at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(key);
    this.#size -= 1;
  }
}
