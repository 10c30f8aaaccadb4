import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Header in which the gateway sends a service the address of the client; like the identity, it is removed from external
 * requests.
 */
export const clientAddressHeader = 'x-client-address';

/** Returns an IPv4 address without the IPv6 prefix (`::ffff:`) that a socket may add. */
export const plainAddress = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address);

/** Returns the unit of rate limits: an IPv4 address, or an IPv6 /64 network, the smallest assigned to a household. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}

/** The origin of a request, shown to the user and counted by limits. */
export interface Client {
  /** The browser's user agent, at most 300 characters. */
  readonly device: string | null;
  /** The address that the gateway saw. */
  readonly address: string | null;
}

const longestDevice = 300;

/** Returns the client of a request; an invalid address counts as none. */
export function clientOf({ headers }: Pick<FastifyRequest, 'headers'>): Client {
  const address = String(headers[clientAddressHeader] ?? '');
  return {
    device: headers['user-agent']?.slice(0, longestDevice) || null,
    address: isIP(address) ? address : null,
  };
}
