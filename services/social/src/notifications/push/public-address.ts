import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Loopback, private and special-purpose networks (IANA's registries for IPv4 and IPv6). */
const nonPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  nonPublic.addSubnet(network, prefix, 'ipv4');
}
// Includes prefixes that embed IPv4 addresses, and those for documentation.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  nonPublic.addSubnet(network, prefix, 'ipv6');
}
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/** Returns whether the address is public. */
export function isPublic(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !nonPublic.check(address, 'ipv4');
  return version === 6 && unicast.check(address, 'ipv6') && !nonPublic.check(address, 'ipv6');
}

const ownNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|test|invalid|example|onion)$/;

/** Returns whether the endpoint may be a push service: HTTPS, default port and a public DNS name. */
export function isPushService(endpoint: string, toLoopback: boolean): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password || url.hash) return false;
  if (toLoopback && url.hostname === '127.0.0.1') return true;
  const name = url.hostname.replace(/\.$/, '');
  const isName = name.includes('.') && isIP(name) === 0 && !name.startsWith('[');
  return url.protocol === 'https:' && url.port === '' && isName && !ownNames.test(name);
}

/** Timeout in milliseconds per DNS query, and number of tries. */
const dnsOptions = { timeout: 1500, tries: 2 };

/**
 * Resolves names and refuses those with any non-public address. Avoids `dns.lookup`, because two unanswered names could
 * block its few threads for the whole process.
 * @param servers DNS servers; the machine's by default
 */
export const lookupBy =
  (servers?: readonly string[]): LookupFunction =>
  (name, options, callback) => {
    const resolver = new Resolver(dnsOptions);
    if (servers) resolver.setServers([...servers]);
    Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]).then(([four, six]) => {
      const found = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ];
      const [first] = found;
      if (!first) return callback(four.status === 'rejected' ? four.reason : new Error('No address'), '', 0);
      if (!found.every(({ address }) => isPublic(address))) {
        return callback(new Error('The name does not resolve to a public address'), '', 0);
      }
      return options.all ? callback(null, found) : callback(null, first.address, first.family);
    });
  };

export const lookupPublic = lookupBy();
