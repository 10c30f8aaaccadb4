import { type Command, Redis, type RedisOptions } from 'ioredis';
import { vouchedFor } from '../config/authority.ts';

const login = '(?:([^:@/]*):([^@/]*)@)?';
const sentinels = new RegExp(`^rediss?\\+sentinel://${login}([^@/]+)/([^/?]+)$`);
const cluster = new RegExp(`^rediss?\\+cluster://${login}([^:,@/?]+(?::\\d+)?(?:,[^:,@/?]+(?::\\d+)?)*)/?$`);
const schemes = ['redis', 'rediss', 'redis+sentinel', 'rediss+sentinel', 'redis+cluster', 'rediss+cluster'];

export interface Node {
  readonly host: string;
  readonly port: number;
}

interface Place {
  /** The address for ioredis; undefined when the options contain it. */
  readonly url?: string;
  readonly options: RedisOptions;
  readonly nodes?: readonly Node[];
}

/** @returns what is wrong with the address of a Redis; null when it is valid */
export function faultOfAddress(address: string): string | null {
  const [scheme = ''] = address.split('://', 1);
  if (scheme === address || !schemes.includes(scheme)) {
    const starts = schemes.map((known) => `${known}://`);
    return `must start with ${starts.slice(0, -1).join(', ')} or ${starts.at(-1)}`;
  }
  if (!scheme.endsWith('+cluster') || cluster.test(address)) return null;
  return 'must name nodes of the cluster as host:port, several separated by commas, and nothing after them';
}

/**
 * Parses the address of a Redis:
 * - `redis://`, or `rediss://` for TLS, as in ioredis
 * - `redis+sentinel://:password@host:26379,host:26379/name-of-the-master` (`rediss+sentinel://` for TLS); Redis and its
 *   sentinels share the password
 * - `redis+cluster://:password@host:6379,host:6379` (`rediss+cluster://` for TLS) names some nodes; all share the
 *   password and must be reachable at the addresses that they announce
 *
 * For TLS, `REDIS_CA_FILE` names the CA file; Node's own authorities apply when it is absent.
 */
export function placeOf(address: string): Place {
  const tls = address.startsWith('rediss') ? { tls: vouchedFor(process.env.REDIS_CA_FILE || undefined) } : {};
  const ofCluster = partsOf(address, cluster);
  if (ofCluster) {
    const { hosts, username, password } = ofCluster;
    const options = { ...tls, ...(username && { username }), ...(password && { password }) };
    return { options, nodes: hosts.split(',').map((place) => hostAndPort(place, 6379)) };
  }
  const ofSentinels = partsOf(address, sentinels);
  if (!ofSentinels) return { url: address, options: tls };
  const { hosts, username, password, name } = ofSentinels;
  return {
    options: {
      ...tls,
      ...(tls.tls && { sentinelTLS: tls.tls, enableTLSForSentinelMode: true }),
      name,
      sentinels: hosts.split(',').map((place) => hostAndPort(place, 26_379)),
      ...(username && { username, sentinelUsername: username }),
      ...(password && { password, sentinelPassword: password }),
      sentinelCommandTimeout: 2000,
      sentinelRetryStrategy: () => 250,
      // A former master does not close its connections by itself.
      reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
    },
  };
}

function partsOf(address: string, pattern: RegExp) {
  const found = pattern.exec(address)?.map((part) => part && decodeURIComponent(part));
  if (!found) return null;
  const [, username = '', password = '', hosts = '', name = ''] = found;
  return { username, password, hosts, name };
}

function hostAndPort(place: string, usual: number): Node {
  const [host = '', port = usual] = place.split(':');
  return { host, port: Number(port) };
}

interface Healing {
  /**
   * Time without a byte from Redis, while a response is due, after which the connection counts as dead. Must exceed the
   * longest blocking command of the connection.
   */
  readonly silenceMs?: number;
  readonly idleMs?: number;
}

/** Commands that were reported as failed; of all connections, because a cluster's connections exchange them. */
const givenUp = new WeakSet<Command>();

/**
 * Ends a connection on which Redis stays silent: ioredis' `commandTimeout` fails a command but keeps the dead socket,
 * and its `socketTimeout` outlives the socket for which it started. The owner of the connection must reconnect.
 */
export function heal(redis: Redis, { silenceMs = 5000, idleMs = 10_000 }: Healing): void {
  let heardAt = performance.now();
  let wasSilent = false;
  let timer: NodeJS.Timeout | undefined;

  const check = () => {
    const isWaiting = redis.commandQueue.length > 0;
    const sinceMs = performance.now() - heardAt;
    const isSilent = isWaiting && sinceMs >= silenceMs;
    // A process that was suspended reads the data that has arrived before the next check.
    if (isSilent && wasSilent) redis.stream.destroy(new Error(`Redis has not answered for ${silenceMs} ms`));
    else if (!isWaiting && sinceMs >= idleMs) redis.ping().catch(() => undefined);
    wasSilent = isSilent;
  };
  const everyMs = Math.min(silenceMs, idleMs) / 8;
  const watch = () => {
    // At multiples of the interval, so that an idle process wakes once for all its connections.
    timer = setTimeout(watch, Math.ceil(everyMs - (performance.now() % everyMs)) + 1).unref();
    check();
  };

  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    // After a reconnection ioredis resends commands, but these have already been reported as failed.
    if (givenUp.has(command)) return command.promise;
    if (redis.commandQueue.length === 0) heardAt = performance.now();
    const answer = send(command, stream);
    command.promise.catch(() => givenUp.add(command));
    return answer;
  };
  redis.on('connect', () => {
    heardAt = performance.now();
    redis.stream.on('data', () => {
      heardAt = performance.now();
    });
    if (!timer) watch();
  });
  redis.on('close', () => {
    clearTimeout(timer);
    timer = undefined;
    wasSilent = false;
  });
}

export interface HealingRedisOptions extends RedisOptions, Healing {
  /** In a cluster: interval between lookups of its masters; 0 for only after a lost node or a redirection. */
  readonly slotsRefreshInterval?: number;
}

/** Options that a duplicate needs from its original. */
interface OwnOptions extends HealingRedisOptions {
  readonly nodes?: readonly Node[];
}

/**
 * A connection to one server that is replaced when Redis stays silent; duplicates are too. In a cluster it connects to
 * one of the given nodes, to the next one after each loss, and follows redirections, so all its commands must use keys
 * of one slot.
 */
export class HealingRedis extends Redis {
  /** @param address as in `placeOf`; optional when the options contain the place, as for a duplicate */
  constructor(address: string | undefined, options: OwnOptions) {
    const place = address === undefined ? { options: {}, nodes: options.nodes } : placeOf(address);
    const { nodes = [] } = place;
    let next = Math.floor(Math.random() * nodes.length);
    const of = { ...place.options, ...nodes[next], ...options, nodes };
    super('url' in place ? (place.url as string) : (undefined as never), of);
    heal(this, options);
    if (nodes.length > 0) {
      let isSent = false;
      this.options.reconnectOnError = ({ message }) => {
        const sentTo = /^MOVED \d+ (.*):(\d+)$/.exec(message);
        if (!sentTo) return false;
        const [, host, port] = sentTo;
        Object.assign(this.options, { ...(host && { host }), port: Number(port) });
        isSent = true;
        // Resends the command there.
        return 2;
      };
      this.on('close', () => {
        next = (next + 1) % nodes.length;
        if (!isSent) Object.assign(this.options, nodes[next]);
        isSent = false;
      });
    }
  }

  override duplicate(override?: Partial<RedisOptions>): HealingRedis {
    return new HealingRedis(undefined, { ...this.options, ...override });
  }
}
