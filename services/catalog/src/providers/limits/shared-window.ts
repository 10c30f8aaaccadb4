import { type RedisClient, tryRedis } from '@nightshelf/platform/redis/client.ts';
import type { Asker } from './asker.ts';
import type { RequestWindow } from './limits.ts';
import type { Patience } from './patience.ts';

/** The allowances that a request uses. */
interface Claim {
  /** Shared pools: the name, and the most requests of all callers together in a window. */
  readonly pools: readonly (readonly [name: string, most: number])[];
  /** The caller's names, each with the fraction of the pools' remainder that its requests may use. */
  readonly parts: readonly (readonly [name: string, fraction: number])[];
}

/** Fractions of a window for all visitors, and for all requested games; at least one request. */
const ofVisitors = 0.5;
const ofRequests = 0.5;
/** The fraction reserved for requested games in windows that fetch them. */
const keptForRequests = 0.25;

/**
 * Dynamic thresholds (Choudhury and Hahne): a caller may use this fraction of what is left, so that some always remains
 * for the next one.
 */
const fractions = { visitor: 1 / 4, user: 1 / 2, usersOfNetwork: 1, request: 1 / 2 };

/**
 * @param points requests that the window allows
 * @param forRequests whether this window also fetches requested games
 */
function claimOf(asker: Asker, points: number, forRequests: boolean): Claim {
  const all = ['all', points] as const;
  if (asker.kind === 'request') {
    return { pools: [all, ['requests', part(points, ofRequests)]], parts: [[`r:${asker.userId}`, fractions.request]] };
  }
  const people = ['people', part(points, forRequests ? 1 - keptForRequests : 1)] as const;
  if (asker.kind === 'visitor') {
    const pools = [all, people, ['visitors', part(points, ofVisitors)] as const];
    return { pools, parts: [[`v:${asker.network}`, fractions.visitor]] };
  }
  // Accounts are free, so those of one network also share an allowance.
  const parts = [
    [`u:${asker.userId}`, fractions.user] as const,
    [`n:${asker.network}`, fractions.usersOfNetwork] as const,
  ];
  return { pools: [all, people], parts };
}

const part = (points: number, fraction: number) => Math.max(1, Math.floor(points * fraction));

/**
 * Counts a request for all its pools and parts, or for none. Returns whose allowance is used up ('' for none) and the
 * window's remaining time in milliseconds.
 */
const take = `
  local claim = cjson.decode(ARGV[1])
  local used = function(name) return tonumber(redis.call('hget', KEYS[1], name) or '0') end
  local left = math.huge
  for _, pool in ipairs(claim.pools) do left = math.min(left, pool[2] - used(pool[1])) end
  if left < 1 then return { 'all', redis.call('pttl', KEYS[1]) } end
  for _, part in ipairs(claim.parts) do
    if used(part[1]) + 1 > math.max(1, math.floor(left * part[2])) then
      return { 'own', redis.call('pttl', KEYS[1]) }
    end
  end
  for _, pool in ipairs(claim.pools) do redis.call('hincrby', KEYS[1], pool[1], 1) end
  for _, part in ipairs(claim.parts) do redis.call('hincrby', KEYS[1], part[1], 1) end
  if redis.call('pttl', KEYS[1]) < 0 then redis.call('pexpire', KEYS[1], ARGV[2]) end
  return { '', 0 }`;

/** A new window may have begun since. */
const giveBack = `
  for _, name in ipairs(ARGV) do
    if tonumber(redis.call('hget', KEYS[1], name) or '0') > 0 then redis.call('hincrby', KEYS[1], name, -1) end
  end`;

/** A provider's window, shared among callers over all replicas. Does nothing while Redis is down. */
export class SharedWindow {
  readonly #redis: RedisClient;
  readonly #prefix: string;
  readonly #window: RequestWindow;

  constructor(redis: RedisClient, provider: string, window: RequestWindow) {
    this.#redis = redis;
    this.#prefix = `catalog:shares:${provider}:${window.name}`;
    this.#window = window;
  }

  /**
   * @returns a function that returns the share when no request was made
   * @throws ProviderFault when the share is used up and the next window is too far away
   */
  async take(resource: string, asker: Asker, patience: Patience): Promise<() => Promise<void>> {
    const { points, seconds, perResource, requestsIn } = this.#window;
    const claim = claimOf(asker, points, !perResource || requestsIn === resource);
    const key = `${this.#prefix}:${perResource ? resource : 'all'}`;
    for (;;) {
      const answer = await tryRedis(this.#redis, () =>
        this.#redis.eval(take, 1, key, JSON.stringify(claim), seconds * 1000),
      );
      if (!answer) return async () => undefined;
      const [short, waitMs] = answer as ['all' | 'own' | '', number];
      if (short === '') break;
      await patience.wait(Math.max(waitMs, 20), short);
    }
    const names = [...claim.pools, ...claim.parts].map(([name]) => name);
    return async () => {
      await tryRedis(this.#redis, () => this.#redis.eval(giveBack, 1, key, ...names));
    };
  }
}
