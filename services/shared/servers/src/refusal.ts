/** Why the launcher does not start, in words for the person who started it; no fault of the program. */
export class Refusal extends Error {
  override name = 'Refusal';
}
