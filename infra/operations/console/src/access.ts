import { createHash, timingSafeEqual } from 'node:crypto';
import { networkOf } from '@nightshelf/platform/http/client.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { type OperatorAction, recordAction } from '@nightshelf/platform/operators/audit.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { ConsoleSettings } from './settings.ts';

/** Appends an operator's activity and address to the audit trail. */
export type Audit = (request: Pick<FastifyRequest, 'ip'>, action: Omit<OperatorAction, 'who'>) => Promise<void>;

/** @param name the operator's name */
export const auditIn =
  (redis: RedisClient, name: string, logger: Logger): Audit =>
  async ({ ip }, action) => {
    const entry = { ...action, who: `${name} at ${ip}` };
    await recordAction(redis, entry).catch((error: unknown) => {
      // The log keeps the entry instead.
      logger.warn({ err: error, entry }, 'Could not write to the audit trail');
    });
  };

const windowSeconds = 15 * 60;
/** Wrong passwords that one address may send within the window. */
const mostWrong = 5;
/** A request after this time of silence is recorded as a new sign-in. */
const idleMs = 30 * 60_000;

/**
 * Allows the following routes only with the operator's name and password (HTTP Basic), which browsers send along from
 * any site; so a request that changes something must also come from a page of the console.
 */
export function guard(app: FastifyInstance, settings: ConsoleSettings, audit: Audit): void {
  const { CONSOLE_USER, CONSOLE_PASSWORD, CONSOLE_ORIGIN } = settings;
  const expected = `Basic ${Buffer.from(`${CONSOLE_USER}:${CONSOLE_PASSWORD}`).toString('base64')}`;
  const wrong = new RateLimiterMemory({ points: mostWrong, duration: windowSeconds });
  const lastSeen = new Map<string, number>();

  app.addHook('onRequest', async (request, reply) => {
    const network = networkOf(request.ip);
    const tooMany = ({ msBeforeNext }: RateLimiterRes) => {
      const seconds = Math.ceil(msBeforeNext / 1000);
      reply.code(429).header('retry-after', seconds);
      return reply.send({ message: `Too many attempts. Please try again in ${seconds} seconds.` });
    };
    const before = await wrong.get(network);
    // Reject the right password too; otherwise an attacker would learn that it is right.
    if (before && before.consumedPoints >= mostWrong) return tooMany(before);
    const given = request.headers.authorization;
    const isRight = given !== undefined && isSame(given, expected);
    const isSignIn = (lastSeen.get(network) ?? 0) < Date.now() - idleMs;
    if (given !== undefined && (!isRight || isSignIn))
      await audit(request, { what: 'sign in', target: '', outcome: isRight ? 'done' : 'refused' });
    if (isRight) {
      lastSeen.set(network, Date.now());
      if (!isUnsafe(request) || isFromHere(request.headers, CONSOLE_ORIGIN)) return;
      return reply.code(403).send({ message: 'Not from another site.' });
    }
    const refused = given === undefined ? null : await wrong.consume(network).catch((limit: RateLimiterRes) => limit);
    if (refused && refused.consumedPoints > mostWrong) return tooMany(refused);
    reply.code(401).header('www-authenticate', 'Basic realm="Nightshelf console", charset="UTF-8"');
    return reply.send({ message: 'Please sign in.' });
  });
}

export const isUnsafe = ({ method }: Pick<FastifyRequest, 'method'>) => method !== 'GET' && method !== 'HEAD';

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/**
 * Returns whether a request comes from a page of the console: at least one of the browser's origin headers must be
 * present, and all present ones must match.
 * @param origin the console's public origin; without it, the request's own host
 */
function isFromHere(headers: FastifyRequest['headers'], origin: string | undefined): boolean {
  const { origin: from, 'sec-fetch-site': site, host } = headers;
  if (from === undefined && site === undefined) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return from === undefined || from === (origin ?? `http://${host}`);
}
