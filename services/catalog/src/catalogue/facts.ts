/** What a game's page shows of the catalogue beside the game; lists that are empty are left out. */
export interface Facts {
  readonly genres?: readonly string[];
  readonly developers?: readonly string[];
  readonly publishers?: readonly string[];
  readonly series?: readonly string[];
  readonly sources?: readonly string[];
}
