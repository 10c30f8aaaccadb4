import type { RedisOptions } from 'ioredis';
import { vouchedFor } from '../config/authority.ts';

const sentinels = /^(rediss?)\+sentinel:\/\/(?:([^:@/]*):([^@/]*)@)?([^@/]+)\/([^/?]+)$/;

/**
 * Where a Redis is, and how it proves itself. An address is `redis://`, or `rediss://` for TLS, as ioredis has it, or names those who
 * know which of several is the master: `redis+sentinel://:password@host:26379,host:26379/name-of-the-master`, and `rediss+sentinel://`,
 * by which both speak TLS. The password is that of Redis and of its sentinels. Of TLS, `REDIS_CA_FILE` names who vouches for the
 * servers; Node's own authorities do where it is absent.
 * @returns the address for ioredis, undefined where the options say it all
 */
export function placeOf(address: string): { readonly url: string | undefined; readonly options: RedisOptions } {
  const tls = address.startsWith('rediss') ? { tls: vouchedFor(process.env.REDIS_CA_FILE || undefined) } : {};
  const found = sentinels.exec(address);
  if (!found) return { url: address, options: tls };
  const [, , username = '', password = '', hosts = '', name = ''] = found.map(
    (part) => part && decodeURIComponent(part),
  );
  return {
    url: undefined,
    options: {
      ...tls,
      ...(tls.tls && { sentinelTLS: tls.tls, enableTLSForSentinelMode: true }),
      name,
      sentinels: hosts.split(',').map(hostAndPort),
      ...(username && { username, sentinelUsername: username }),
      ...(password && { password, sentinelPassword: password }),
      sentinelCommandTimeout: 2000,
      sentinelRetryStrategy: () => 250,
      // A master that has become a replica does not hang up by itself.
      reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
    },
  };
}

const hostAndPort = (place: string) => {
  const [host = '', port = '26379'] = place.split(':');
  return { host, port: Number(port) };
};
