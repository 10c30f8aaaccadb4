import type { RedisOptions } from 'ioredis';
import { vouchedFor } from '../config/authority.ts';

const login = '(?:([^:@/]*):([^@/]*)@)?';
const sentinels = new RegExp(`^rediss?\\+sentinel://${login}([^@/]+)/([^/?]+)$`);
const cluster = new RegExp(`^rediss?\\+cluster://${login}([^:,@/?]+(?::\\d+)?(?:,[^:,@/?]+(?::\\d+)?)*)/?$`);
const schemes = ['redis', 'rediss', 'redis+sentinel', 'rediss+sentinel', 'redis+cluster', 'rediss+cluster'];

export interface Node {
  readonly host: string;
  readonly port: number;
}

export interface Place {
  /** The address for ioredis; undefined when the options contain it. */
  readonly url?: string;
  readonly options: RedisOptions;
  /** Known nodes of a cluster. */
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
