import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { clientAddressHeader } from './client-address.ts';

/** Where a request came from, for the user to recognise and for limits to count. */
export interface Client {
  /** The browser's user agent as it was sent, at most 300 characters. */
  readonly device: string | null;
  /** The address that the gateway saw. */
  readonly address: string | null;
}

const longestDevice = 300;

/** What the gateway and the browser say of where a request came from; what is no address counts as none. */
export function clientOf({ headers }: Pick<FastifyRequest, 'headers'>): Client {
  const address = String(headers[clientAddressHeader] ?? '');
  return {
    device: headers['user-agent']?.slice(0, longestDevice) || null,
    address: isIP(address) ? address : null,
  };
}
