import { setTimeout as wait } from 'node:timers/promises';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { networkOf } from '@nightshelf/platform/http/client.ts';
import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import type { FastifyInstance } from 'fastify';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Audit } from '../audit/audit.ts';
import { strangersPage } from '../look/page.ts';
import type { ConsoleSettings } from '../settings.ts';
import { formOf } from './form.ts';
import { isSame, type OperatorSessions } from './operator-sessions.ts';
import { isFromHere } from './same-site.ts';

const windowSeconds = 15 * 60;
/** Wrong passwords allowed within the window, from one address and from all addresses. */
const freeHere = 5;
const freeEverywhere = 30;
const slowMs = 2000;
const slowlyWaiting = 20;

const tooMany = (seconds: number) =>
  new CodedError(429, 'console.too_many_attempts', `Too many attempts. Please try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });

/**
 * Slows down password guessing: after five wrong passwords an address must wait a quarter of an hour. After thirty from
 * all addresses, every sign-in is slow and runs one at a time, so that strangers cannot lock operators out.
 */
class WrongPasswords {
  readonly #here = new RateLimiterMemory({ points: freeHere, duration: windowSeconds });
  readonly #everywhere = new RateLimiterMemory({ points: freeEverywhere, duration: windowSeconds });
  readonly #slowly = new Semaphore(1, slowlyWaiting, () => tooMany(Math.ceil((slowMs * slowlyWaiting) / 1000)));

  /**
   * Counts the attempt as wrong before comparing, so that parallel attempts count too.
   * @param compare returns whether name and password are right
   * @throws CodedError 429 with the time to wait
   */
  async attempt(address: string, compare: () => boolean): Promise<boolean> {
    const network = networkOf(address);
    await this.#here.consume(network).catch((beyond: RateLimiterRes) => {
      throw tooMany(Math.ceil(beyond.msBeforeNext / 1000));
    });
    const isCalm = await this.#everywhere.consume('all').then(
      () => true,
      () => false,
    );
    if (!isCalm) await this.#slowly.run(() => wait(slowMs));
    if (!compare()) return false;
    await Promise.all([this.#here.delete(network), this.#everywhere.reward('all')]);
    return true;
  }
}

interface Parts {
  readonly settings: ConsoleSettings;
  readonly sessions: OperatorSessions;
  readonly audit: Audit;
}

export function signInRoutes(app: FastifyInstance, { settings, sessions, audit }: Parts): void {
  const wrong = new WrongPasswords();
  const { CONSOLE_USER, CONSOLE_PASSWORD, CONSOLE_ORIGIN } = settings;

  app.get<{ Querystring: { next?: unknown } }>('/sign-in', async ({ query }, reply) =>
    reply.type('text/html').send(strangersPage('Sign in', form(pathOf(query.next)))),
  );

  app.post('/sign-in', async (request, reply) => {
    if (!isFromHere(request.headers, CONSOLE_ORIGIN))
      return reply.code(403).send({ message: 'Not from another site.' });
    const given = formOf(request);
    const next = pathOf(given.get('next'));
    const again = (status: number, message: string) =>
      reply
        .code(status)
        .type('text/html')
        .send(strangersPage('Sign in', form(next, message)));
    const expected = `${CONSOLE_USER}\n${CONSOLE_PASSWORD}`;
    const compare = () => isSame(`${given.get('name') ?? ''}\n${given.get('password') ?? ''}`, expected);
    try {
      const isRight = await wrong.attempt(request.ip, compare);
      await audit(request, { what: 'sign in', target: '', outcome: isRight ? 'done' : 'refused' });
      if (!isRight) return again(401, 'Wrong name or password.');
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      reply.headers(error.headers ?? {});
      return again(error.status, error.message);
    }
    return reply.header('set-cookie', sessions.begin()).redirect(next, 303);
  });
}

export function signOutRoute(app: FastifyInstance, sessions: OperatorSessions): void {
  app.post('/sign-out', async (request, reply) =>
    reply.header('set-cookie', sessions.end(request.headers.cookie)).redirect('/sign-in', 303),
  );
}

/** Returns a path of the console itself, to prevent an open redirect. */
const pathOf = (given: unknown) =>
  typeof given === 'string' && /^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(given) && !given.startsWith('/sign-')
    ? given
    : '/';

const form = (
  next: string,
  message = '',
) => `${message ? `<p class="alert" role="alert">${escapeHtml(message)}</p>` : ''}
<form method="post" action="/sign-in" class="card">
<input type="hidden" name="next" value="${escapeHtml(next)}">
<label>Name<input name="name" autocomplete="username" autocapitalize="none" required autofocus></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<button class="primary">Sign in</button></form>`;
