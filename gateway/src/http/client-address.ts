import { isIPv6 } from 'node:net';
import type { GatewayRequest } from './exchange.ts';

/**
 * The caller's address as limits count it: an IPv4 address, or the /64 network of an IPv6 one, since a household has
 * the whole of it. X-Forwarded-For is read from its end, as far as `trustedProxies` go; what stands before may be made up.
 */
export function clientAddress(request: GatewayRequest, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return network(direct);
  const header = request.headers['x-forwarded-for'];
  const forwarded = String(header ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  return network(forwarded.at(-trustedProxies) ?? forwarded[0] ?? direct);
}

function network(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
