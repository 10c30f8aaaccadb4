/** Response bodies, limited to the fields that tests read. */
export interface GiantBombGame {
  readonly id: number;
  readonly guid: string;
  readonly name: string;
  readonly description: string;
  readonly image: Readonly<Record<string, string>>;
  readonly platforms: readonly object[] | null;
}

export interface GiantBombList {
  readonly limit: number;
  readonly number_of_total_results: number;
  readonly results: readonly GiantBombGame[];
}

export interface IgdbGame {
  readonly id: number;
  readonly name: string;
  readonly cover: { readonly image_id: string; readonly url: string };
  readonly platforms: readonly object[];
  readonly genres: readonly number[];
}

export interface PlaylistItems {
  readonly nextPageToken?: string;
  readonly prevPageToken?: string;
  readonly items: readonly {
    readonly snippet: {
      readonly title: string;
      readonly publishedAt: string;
      readonly position: number;
      readonly resourceId: { readonly videoId: string };
      readonly thumbnails: Readonly<Record<'default' | 'high', { readonly url: string }>>;
    };
    readonly contentDetails: { readonly videoId: string };
  }[];
}

export interface Videos {
  readonly items: readonly {
    readonly id: string;
    readonly snippet: { readonly publishedAt: string; readonly title: string; readonly liveBroadcastContent: string };
    readonly contentDetails: { readonly duration: string };
    readonly status: { readonly embeddable: boolean };
    readonly statistics: { readonly viewCount: string };
  }[];
}

export interface YoutubeFault {
  readonly error: { readonly errors: readonly object[]; readonly details?: readonly { readonly reason: string }[] };
}

export interface CallReport {
  readonly counts: Readonly<Record<string, number>>;
  readonly calls: readonly { readonly query: object }[];
}

/** Returns the first item of a list; throws when the list is empty. */
export function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('the list is empty');
  return item;
}
