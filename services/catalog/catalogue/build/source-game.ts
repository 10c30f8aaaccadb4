export interface SourceGame {
  /** Such as `curated`, `mame:nes/smb` or `wikidata:Q279446`. */
  readonly source: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** `2004-11-16`, `2004-11` or `2004`; null when unknown. */
  readonly released: string | null;
  /** Platform ids. */
  readonly platforms: readonly number[];
  readonly developers: readonly string[];
  readonly publishers: readonly string[];
  readonly genres: readonly string[];
  readonly series: readonly string[];
  /** 0 to 5. */
  readonly prominence: number;
  /** Ids of the same game at stores and providers. */
  readonly ids: readonly string[];
}

export const yearOf = ({ released }: Pick<SourceGame, 'released'>) =>
  released === null ? null : Number(released.slice(0, 4));
