/** Lets one after the other act on a thing, in the order in which they came. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  take<Result>(thing: string, act: () => Promise<Result>): Promise<Result> {
    const mine = (this.#last.get(thing) ?? Promise.resolve()).then(act);
    this.#last.set(
      thing,
      mine.catch(() => undefined),
    );
    return mine;
  }
}
