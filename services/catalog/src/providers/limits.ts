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
  /** Most requests in flight per process. */
  readonly connections: number;
  /** How long to pause after HTTP 420 or 429 without Retry-After. */
  readonly backoffMs: number;
}

const minuteMs = 60_000;
const spacing: RequestWindow = { name: 'spacing', points: 1, seconds: 1, perResource: false };

/** 200 requests per resource and hour, with velocity detection; blocked clients had to wait 5 to 10 minutes. */
export const giantBombLimits: ProviderLimits = {
  windows: [spacing, { name: 'hour', points: 200, seconds: 3600, perResource: true, requestsIn: 'game' }],
  connections: 16,
  backoffMs: 8 * minuteMs,
};

/** 4 requests per second and 8 in flight, which leaves room for a second replica. */
export const igdbLimits: ProviderLimits = {
  windows: [{ name: 'second', points: 4, seconds: 1, perResource: false }],
  connections: 4,
  backoffMs: 1000,
};

/** One request per second, as Wikidata asks of clients without an account. */
export const wikidataLimits: ProviderLimits = { windows: [spacing], connections: 2, backoffMs: minuteMs };

/** 100,000 requests per day and key, and throttled bursts per address; each account needs two requests. */
export const steamLimits: ProviderLimits = {
  windows: [
    { name: 'burst', points: 200, seconds: 300, perResource: false },
    { name: 'day', points: 100_000, seconds: 86_400, perResource: false },
  ],
  connections: 4,
  backoffMs: minuteMs,
};

/** Returns the same windows with more requests in each. */
export const times = (factor: number, { windows, connections, backoffMs }: ProviderLimits): ProviderLimits => ({
  windows: windows.map((window) => ({ ...window, points: Math.floor(window.points * factor) })),
  connections: Math.floor(connections * factor),
  backoffMs,
});
