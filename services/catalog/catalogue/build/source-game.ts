/** A game as one source describes it. */
export interface SourceGame {
  /** Such as `curated`, `mame:nes/smb` or `wikidata:Q279446`. */
  readonly source: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** `2004-11-16`, `2004-11` or `2004`; null where it is not known. */
  readonly released: string | null;
  /** Ids of platforms. */
  readonly platforms: readonly number[];
  readonly developers: readonly string[];
  readonly publishers: readonly string[];
  readonly genres: readonly string[];
  readonly series: readonly string[];
  /** 0 to 5. */
  readonly prominence: number;
  /** Ids of the same game elsewhere. */
  readonly ids: readonly string[];
}

export const yearOf = ({ released }: Pick<SourceGame, 'released'>) =>
  released === null ? null : Number(released.slice(0, 4));
