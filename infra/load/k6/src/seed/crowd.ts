/** The data that `npm run seed` creates for the load tests. */
export interface Crowd {
  readonly password: string;
  readonly people: readonly Person[];
  /** Games whose pages visitors open. */
  readonly guids: readonly string[];
  /** Games that are in no vault, which journeys add and remove. */
  readonly spare_guids: readonly string[];
}

export interface Person {
  readonly id: string;
  readonly username: string;
  /** Value of the `Cookie` header of a signed-in session. */
  readonly cookie: string;
}
