import { createHash, timingSafeEqual } from 'node:crypto';
import basicAuth from '@fastify/basic-auth';
import type { FastifyInstance } from 'fastify';
import type { ConsoleSettings } from './settings.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Asks for the operator's name and password on every route that follows. */
export async function guardWithPassword(
  app: FastifyInstance,
  { CONSOLE_USER, CONSOLE_PASSWORD }: Pick<ConsoleSettings, 'CONSOLE_USER' | 'CONSOLE_PASSWORD'>,
): Promise<void> {
  const expected = digest(`${CONSOLE_USER}\n${CONSOLE_PASSWORD}`);
  await app.register(basicAuth, {
    validate: async (name: string, password: string) => {
      // Digests have one length and are compared in one time.
      if (!timingSafeEqual(digest(`${name}\n${password}`), expected)) throw new Error('Wrong name or password');
    },
    authenticate: { realm: 'Nightshelf console' },
  });
  app.addHook('onRequest', app.basicAuth);
}

/** Browsers send the credentials by themselves, so that another site could have them send a form. */
export const isFromHere = (headers: Readonly<Record<string, string | string[] | undefined>>) => {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
};
