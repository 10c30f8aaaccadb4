/** A part of a response, and what it is ordered by. */
export interface Piece {
  readonly json: string;
  /** Newest first. */
  readonly date: string;
  readonly id: string;
}

interface Placed extends Omit<Piece, 'json'> {
  readonly bytes: Buffer;
}

/**
 * Parts of a response that come in portions and in no order. Held as bytes outside the JavaScript heap: thousands of
 * strings joined there would take several times their length.
 */
export class Portions {
  readonly #placed: Placed[] = [];

  /** @returns how many bytes that were */
  add(pieces: readonly Piece[]): number {
    const whole = Buffer.from(pieces.map(({ json }) => json).join(''));
    let at = 0;
    for (const { json, date, id } of pieces) {
      const end = at + Buffer.byteLength(json);
      this.#placed.push({ bytes: whole.subarray(at, end), date, id });
      at = end;
    }
    return whole.length;
  }

  /** Everything in order, with commas between. */
  join(before: string, after: string): Buffer {
    this.#placed.sort(newestFirst);
    const comma = Buffer.from(',');
    const parts = this.#placed.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [comma, bytes]));
    return Buffer.concat([Buffer.from(before), ...parts, Buffer.from(after)]);
  }
}

function newestFirst(a: Placed, b: Placed): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}
