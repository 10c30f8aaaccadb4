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
  /** Least time between two requests, over all replicas. */
  readonly spacingMs: number;
  readonly windows: readonly RequestWindow[];
  /** Most requests in flight per process. */
  readonly connections: number;
  /** How long to pause after HTTP 420 or 429 without Retry-After. */
  readonly backoffMs: number;
}

const minuteMs = 60_000;

/** 200 requests per resource and hour, with velocity detection; blocked clients had to wait 5 to 10 minutes. */
export const giantBombLimits: ProviderLimits = {
  spacingMs: 1000,
  windows: [{ name: 'hour', points: 200, seconds: 3600, perResource: true, requestsIn: 'game' }],
  connections: 16,
  backoffMs: 8 * minuteMs,
};

/** 4 requests per second and 8 in flight, which leaves room for a second replica. */
export const igdbLimits: ProviderLimits = { spacingMs: 250, windows: [], connections: 4, backoffMs: 1000 };

/** One request per second, as Wikidata asks of clients without an account. */
export const wikidataLimits: ProviderLimits = { spacingMs: 1000, windows: [], connections: 2, backoffMs: minuteMs };

/** 100,000 requests per day and key, and throttled bursts per address; each account needs two requests. */
export const steamLimits: ProviderLimits = {
  spacingMs: 1,
  windows: [
    { name: 'burst', points: 200, seconds: 300, perResource: false },
    { name: 'day', points: 100_000, seconds: 86_400, perResource: false },
  ],
  connections: 4,
  backoffMs: minuteMs,
};

/** Returns limits that allow more requests. */
export const times = (factor: number, limits: ProviderLimits): ProviderLimits => ({
  ...limits,
  spacingMs: Math.max(1, Math.floor(limits.spacingMs / factor)),
  windows: limits.windows.map((window) => ({ ...window, points: Math.floor(window.points * factor) })),
  connections: Math.floor(limits.connections * factor),
});
