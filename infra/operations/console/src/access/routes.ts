import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import type { FastifyInstance } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import { strangersPage } from '../look/page.ts';
import type { ConsoleSettings } from '../settings.ts';
import { formOf } from './form.ts';
import { isSame, type OperatorSessions } from './operator-sessions.ts';
import { isFromHere } from './same-site.ts';
import { WrongPasswords } from './wrong-passwords.ts';

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
