import { isIP } from 'node:net';
import { networkOf, plainAddress } from '@nightshelf/platform/http/client.ts';
import type { GatewayRequest } from './exchange.ts';

/**
 * Returns the caller's address. Trusts only the last `trustedProxies` addresses of X-Forwarded-For; callers can forge
 * the earlier ones.
 */
export function callerAddress(request: GatewayRequest, trustedProxies: number): string {
  const direct = plainAddress(request.socket.remoteAddress ?? '');
  if (trustedProxies === 0) return direct;
  const header = request.headers['x-forwarded-for'];
  const forwarded = String(header ?? '')
    .split(',')
    .map((address) => plainAddress(address.trim()))
    .filter(Boolean);
  const claimed = forwarded.at(-trustedProxies) ?? forwarded[0] ?? direct;
  return isIP(claimed) ? claimed : direct;
}

/** Returns the address that limits count: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientAddress(request: GatewayRequest, trustedProxies: number): string {
  return networkOf(callerAddress(request, trustedProxies));
}
