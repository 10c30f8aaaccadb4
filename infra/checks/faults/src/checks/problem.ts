export type Check =
  /** An acknowledged write is not stored. */
  | 'lost'
  /** A write took effect twice, or without an intent. */
  | 'doubled'
  /** A user saw an older version after a newer one, or an abandoned write took effect late. */
  | 'older over newer'
  /** A change conditional on one version changed another. */
  | 'condition'
  /** A 404 or 409 that no write explains. */
  | 'wrong refusal'
  /** Two different states of one version, or one version made twice. */
  | 'contradiction'
  /** A copy differs from its owner. */
  | 'copy'
  /** An error outside the product's format, or one that no client expects. */
  | 'odd response'
  /** An unpublished event, a dead letter, a busy connection, or a process that does not recover. */
  | 'stuck';

export interface Problem {
  readonly check: Check;
  /** The entry or relation concerned. */
  readonly about: string;
  readonly message: string;
}
