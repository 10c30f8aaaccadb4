/** At most `points` requests in `seconds`, over all replicas. */
export interface RequestWindow {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Counted for each resource by itself. */
  readonly perResource: boolean;
  /** The resource that requested games are fetched from, of a window that counts each by itself. */
  readonly requestsIn?: string;
}

export interface ProviderLimits {
  /** The longest window last, so that a request that waits in a short one does not yet count in the long one. */
  readonly windows: readonly RequestWindow[];
  /** Most requests under way at once, over all replicas; null for no limit. */
  readonly open: number | null;
  /** How long to leave the provider alone after HTTP 420 and 429 that name no time, in milliseconds. */
  readonly backoffMs: number;
}

const minute = 60_000;

/** 200 requests per resource and hour, with velocity detection; clients that were cut off had to wait 5 to 10 minutes. */
export const giantBombLimits: ProviderLimits = {
  windows: [
    { name: 'spacing', points: 1, seconds: 1, perResource: false },
    { name: 'hour', points: 200, seconds: 3600, perResource: true, requestsIn: 'game' },
  ],
  open: null,
  backoffMs: 8 * minute,
};

/** 4 requests a second and 8 open at once. */
export const igdbLimits: ProviderLimits = {
  windows: [{ name: 'second', points: 4, seconds: 1, perResource: false }],
  open: 8,
  backoffMs: 1000,
};

/** One request a second, as Wikidata asks of clients without an account. */
export const wikidataLimits: ProviderLimits = {
  windows: [{ name: 'spacing', points: 1, seconds: 1, perResource: false }],
  open: 2,
  backoffMs: minute,
};

/** 100,000 a day for a key, of which a burst from one address is slowed down: two requests for each account that is asked for. */
export const steamLimits: ProviderLimits = {
  windows: [
    { name: 'burst', points: 200, seconds: 300, perResource: false },
    { name: 'day', points: 100_000, seconds: 86_400, perResource: false },
  ],
  open: 4,
  backoffMs: minute,
};

/** The same windows with more requests in each. */
export const times = (factor: number, { windows, open, backoffMs }: ProviderLimits): ProviderLimits => ({
  windows: windows.map((window) => ({ ...window, points: Math.floor(window.points * factor) })),
  open: open === null ? null : Math.floor(open * factor),
  backoffMs,
});
