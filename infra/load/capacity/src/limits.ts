import { demandOf } from './demand.ts';
import { figure } from './figures.ts';
import { deployablesOf } from './pods.ts';
import { processorsOf, searchOfUsersMs, total } from './processors.ts';
import type { Question } from './question.ts';
import { rebuildsOf, relayed } from './rebuild.ts';
import { redisOf } from './redis.ts';
import type { Skew } from './skew.ts';
import { bytesOfAll, storageOf } from './storage.ts';
import { topicLoadsOf } from './topics.ts';

/** Something that can be used up, and what takes over when it is. */
export interface Limit {
  readonly what: string;
  /** Share of it that is used; 1 is all. Grows with the users. */
  readonly use: (question: Question, skew: Skew) => number;
  readonly remedy: string;
  /** Whether the remedy needs settings and servers alone, as the product is today. */
  readonly isReady: boolean;
}

const GiB = 2 ** 30;
const [sixTenths, threeQuarters] = [0.6, 0.75] as const;

const pods = (name: string) => (question: Question) => {
  const found = deployablesOf(question).find((each) => each.name === name);
  return found ? found.pods / found.most : 0;
};
const bytesOf = (question: Question, name: string) =>
  storageOf(question).find(({ database }) => database === name)?.bytes ?? 0;
const postgres = (question: Question) => total(processorsOf(question).postgres);
const primary = () => figure('primary.cores') * sixTenths;
const sumOf = (question: Question, of: (deployable: ReturnType<typeof deployablesOf>[number]) => number) =>
  deployablesOf(question).reduce((sum, each) => sum + of(each), 0);

/** Adds of the game that most people add: of games by popularity each has so much as one over its place (Zipf). */
export function addsOfTopGame({ games }: Question, adds: number): number {
  const harmonic = Math.log(games) + 0.577;
  return adds / harmonic;
}

/** Longest that a search of users may take of PostgreSQL, in milliseconds. */
const searchMs = 100;
/** A comparison that takes longer is still under way when the next is due, in seconds. */
const comparedWithin = 86_400;
/** Longest that publishing everything again may take, and the restoring of a backup, in seconds. */
const [rebuildWithin, restoreWithin] = [86_400, 4 * 3600] as const;

export const limits: readonly Limit[] = [
  ...(['library', 'catalog', 'social', 'auth', 'media'] as const).map((service) => ({
    what: `most pods of ${service}-http`,
    use: pods(`${service}-http`),
    remedy: 'raise maxReplicas of its HorizontalPodAutoscaler, and its CPU request, which says when it scales',
    isReady: true,
  })),
  {
    what: 'most pods of the gateway',
    use: pods('gateway'),
    remedy: 'raise maxReplicas and its memory; client files and covers by a CDN',
    isReady: true,
  },
  {
    what: 'disk of PostgreSQL as installed',
    use: (question) => bytesOfAll(question) / (figure('set.disk') * GiB * 0.8),
    remedy: 'larger volumes; a cluster for each service',
    isReady: true,
  },
  {
    what: 'connections to PostgreSQL',
    use: (question) => sumOf(question, ({ connections }) => connections) / figure('set.connections'),
    remedy: 'PgBouncer by transactions, with the limits and read-only default as settings of the roles; not tried yet',
    isReady: true,
  },
  {
    what: 'one primary for all databases',
    use: (question) => postgres(question) / primary(),
    remedy: 'a cluster for each service: DATABASE_URL is each its own',
    isReady: true,
  },
  {
    what: 'what a day touches in the memory of one primary',
    use: (question) => (bytesOfAll(question) * question.active) / (figure('primary.memory') * 1e9 * threeQuarters),
    remedy: 'a cluster for each service; then Citus by user_id',
    isReady: true,
  },
  {
    what: "library's backup restored within four hours",
    use: (question) => bytesOf(question, 'library') / (figure('restore.speed') * 1e6 * restoreWithin),
    remedy: 'Citus by user_id: each node has its own backup',
    isReady: false,
  },
  {
    what: "a primary of library's own",
    use: (question) => processorsOf(question).postgres.library / primary(),
    remedy: 'read replicas (the code has one address alone), then Citus by user_id',
    isReady: false,
  },
  {
    what: "a primary of social's own",
    use: (question) => processorsOf(question).postgres.social / primary(),
    remedy: 'users in OpenSearch, which takes most of it; then Citus by user_id',
    isReady: false,
  },
  {
    what: "a primary of catalog's own",
    use: (question) => processorsOf(question).postgres.catalog / primary(),
    remedy: 'read replicas for searches (the code has one address alone), or OpenSearch',
    isReady: false,
  },
  {
    what: 'search of users within 100 ms of PostgreSQL',
    use: (question) => searchOfUsersMs(question) / searchMs,
    remedy: "OpenSearch for the directory, fed by auth.users as social's copy is",
    isReady: false,
  },
  {
    what: 'memory of Redis as installed',
    use: (question) => (redisOf(question).sessions + redisOf(question).streams) / (figure('set.redis') * 2 ** 20 * 0.8),
    remedy: 'more memory (maxmemory and the limit of the pod)',
    isReady: true,
  },
  {
    what: 'memory of one large Redis',
    use: (question) => (redisOf(question).sessions + redisOf(question).streams) / (figure('redis.large') * 1e9 * 0.8),
    remedy: 'Redis Cluster (redis+cluster://)',
    isReady: true,
  },
  {
    what: 'commands of one Redis',
    use: (question) => redisOf(question).commands / figure('redis.ops.most'),
    remedy: 'Redis Cluster (redis+cluster://)',
    isReady: true,
  },
  {
    what: 'messages that every gateway hears',
    use: (question) => redisOf(question).heard / figure('gateway.heard') / sixTenths,
    remedy: 'channels by user (sharded publish/subscribe), sessions tracked by key',
    isReady: false,
  },
  {
    what: 'the fullest partition of library.entries',
    use: (question, skew) => topicLoadsOf(question, skew).find(({ topic }) => topic === 'library.entries')?.use ?? 0,
    remedy: 'more partitions, on Kafka (consumers do not depend on order), and as many consumers',
    isReady: true,
  },
  {
    what: "library's relays",
    use: (question) => (demandOf(question).entryChanges * question.events) / relayed(question) / sixTenths,
    remedy: 'more workers, up to the eight shares of its outbox',
    isReady: true,
  },
  {
    what: 'the nightly comparison of all entries within a day',
    use: ({ users, entries }) => (users * entries) / figure('compare.rows') / comparedWithin,
    remedy: 'several ranges of a topic compared side by side: today one process of each side is at it',
    isReady: false,
  },
  {
    what: 'adds of the one most popular game',
    use: (question) => (addsOfTopGame(question, demandOf(question).calls.add) * figure('hot-row.held')) / 1000,
    remedy: 'count the vaults of a game in batches, not in each event',
    isReady: false,
  },
  {
    what: 'all entries published again within a day',
    use: (question) => (rebuildsOf(question)[0]?.seconds ?? 0) / rebuildWithin,
    remedy: 'more partitions and consumers; several events in one transaction',
    isReady: true,
  },
  {
    what: "the provider's allowance",
    use: (question) => (demandOf(question).calls.search * figure('provider.new')) / figure('provider.allowance'),
    remedy: "the provider's dump of all games in the catalog",
    isReady: false,
  },
];

export interface Reached extends Omit<Limit, 'use'> {
  /** Share that is used with as many users as were asked about. */
  readonly use: number;
  /** Users with whom all of it is, everything else the same; infinite where it never is. */
  readonly users: number;
}

/** What is used up first comes first. */
export function reachedBy(question: Question, skew: Skew): Reached[] {
  return limits
    .map(({ use, ...limit }) => ({
      ...limit,
      use: use(question, skew),
      users: usersUntil((users) => use({ ...question, users }, skew) > 1),
    }))
    .sort((one, other) => one.users - other.users);
}

const farthest = 1e12;

/** The first number of users with whom something no longer suffices, to a hundredth: more users never need less. */
function usersUntil(isShort: (users: number) => boolean): number {
  if (!isShort(farthest)) return Number.POSITIVE_INFINITY;
  let [enough, short] = [1, farthest];
  while (short / enough > 1.01) {
    const middle = Math.sqrt(enough * short);
    if (isShort(middle)) short = middle;
    else enough = middle;
  }
  return short;
}
