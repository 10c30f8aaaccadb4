/** The reason why the launcher does not start, in words for its user; not a bug of the program. */
export class Refusal extends Error {
  override name = 'Refusal';
}
