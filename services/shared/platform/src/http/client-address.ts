import { isIPv6 } from 'node:net';

/**
 * Header in which the gateway tells a service the address that a request came from. Like the identity it is removed
 * from every request that comes from outside.
 */
export const clientAddressHeader = 'x-client-address';

/** An IPv4 address without the IPv6 prefix (`::ffff:`) that a socket may put before it. */
export const plainAddress = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address);

/** What limits count as one caller: an IPv4 address, or an IPv6 /64 network, the smallest that a household is given. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
