/** Catalogue facts that only a game's page shows; omits empty lists. */
export interface Facts {
  readonly genres?: readonly string[];
  readonly developers?: readonly string[];
  readonly publishers?: readonly string[];
  readonly series?: readonly string[];
  readonly sources?: readonly string[];
}
