/** At most `points` requests in `seconds`, over all replicas. */
export interface RequestWindow {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Whether each resource is counted separately. */
  readonly perResource: boolean;
  /** The resource that requested games are fetched from, in a window that counts each resource separately. */
  readonly requestsIn?: string;
}

export interface ProviderLimits {
  /** Longest window last, so that a request waiting for a short one does not yet count in the long one. */
  readonly windows: readonly RequestWindow[];
  /** Most requests in flight over all replicas; null for no limit. */
  readonly open: number | null;
  /** How long to pause after HTTP 420 or 429 without Retry-After. */
  readonly backoffMs: number;
}

const minute = 60_000;

/** 200 requests per resource and hour, with velocity detection; blocked clients had to wait 5 to 10 minutes. */
export const giantBombLimits: ProviderLimits = {
  windows: [
    { name: 'spacing', points: 1, seconds: 1, perResource: false },
    { name: 'hour', points: 200, seconds: 3600, perResource: true, requestsIn: 'game' },
  ],
  open: null,
  backoffMs: 8 * minute,
};

/** 4 requests per second and 8 in flight. */
export const igdbLimits: ProviderLimits = {
  windows: [{ name: 'second', points: 4, seconds: 1, perResource: false }],
  open: 8,
  backoffMs: 1000,
};

/** One request per second, as Wikidata asks of clients without an account. */
export const wikidataLimits: ProviderLimits = {
  windows: [{ name: 'spacing', points: 1, seconds: 1, perResource: false }],
  open: 2,
  backoffMs: minute,
};

/** 100,000 requests per day and key, and throttled bursts per address; each account needs two requests. */
export const steamLimits: ProviderLimits = {
  windows: [
    { name: 'burst', points: 200, seconds: 300, perResource: false },
    { name: 'day', points: 100_000, seconds: 86_400, perResource: false },
  ],
  open: 4,
  backoffMs: minute,
};

/** Returns the same windows with more requests in each. */
export const times = (factor: number, { windows, open, backoffMs }: ProviderLimits): ProviderLimits => ({
  windows: windows.map((window) => ({ ...window, points: Math.floor(window.points * factor) })),
  open: open === null ? null : Math.floor(open * factor),
  backoffMs,
});
