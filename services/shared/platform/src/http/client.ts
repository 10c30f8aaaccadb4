import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { clientAddressHeader } from './client-address.ts';

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
