import { isIP } from 'node:net';
import { networkOf, plainAddress } from '@nightshelf/platform/http/client-address.ts';
import type { GatewayRequest } from './exchange.ts';

/**
 * The address of the caller. In X-Forwarded-For only the last `trustedProxies` addresses are believed; those before them may
 * be made up.
 */
export function callerAddress(request: GatewayRequest, trustedProxies: number): string {
  const direct = plainAddress(request.socket.remoteAddress ?? '');
  if (trustedProxies === 0) return direct;
  const header = request.headers['x-forwarded-for'];
  const forwarded = String(header ?? '')
    .split(',')
    .map((address) => plainAddress(address.trim()))
    .filter(Boolean);
  const told = forwarded.at(-trustedProxies) ?? forwarded[0] ?? direct;
  return isIP(told) ? told : direct;
}

/** The caller's address as limits count it: an IPv4 address, or the /64 network of an IPv6 one. */
export function clientAddress(request: GatewayRequest, trustedProxies: number): string {
  return networkOf(callerAddress(request, trustedProxies));
}
