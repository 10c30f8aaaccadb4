import {
  type AccountOutcome,
  type AccountRequest,
  accountConsequences,
  accountOutcome,
  factorsInWords,
  type ListedAccount,
  type ShownAccount,
} from '@nightshelf/contracts/operators.ts';
import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import { askService, NobodyAnswersError } from '@nightshelf/platform/operators/requests.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { formOf } from '../access/form.ts';
import { whoIs } from '../audit/audit.ts';
import { csrfField, page, table, timeOf } from '../look/page.ts';

interface AccountQuery {
  readonly search: string;
  readonly disabled: boolean;
  readonly after: string | null;
}

const stateOf = ({ is_active }: Pick<ListedAccount, 'is_active'>) =>
  is_active ? '<span class="state">active</span>' : '<span class="state disabled">disabled</span>';

function accountList(wanted: AccountQuery, users: readonly ListedAccount[], next: string | null): string {
  const form = `<form method="get" action="/accounts" class="search" role="search">
<input type="search" name="search" value="${escapeHtml(wanted.search)}" placeholder="Username or email address" aria-label="Username or email address">
<label class="inline"><input type="checkbox" name="disabled" value="1"${wanted.disabled ? ' checked' : ''}>Disabled only</label>
<button class="primary">Search</button></form>`;
  if (users.length === 0) return `${form}<p>No such accounts.</p>`;
  const rows = users.map((user) => [
    `<a href="/accounts/${user.id}">${escapeHtml(user.username)}</a>`,
    escapeHtml(user.email ?? ''),
    stateOf(user),
    `<time>${user.created_at.slice(0, 10)}</time>`,
  ]);
  const query = new URLSearchParams({ search: wanted.search, ...(wanted.disabled ? { disabled: '1' } : {}) });
  if (next !== null) query.set('after', next);
  const more = next === null ? '' : `<p><a href="/accounts?${escapeHtml(String(query))}">More</a></p>`;
  return form + table(['Username', 'Email address', 'State', 'Member since'], rows) + more;
}

function accountDetails(user: ShownAccount, request: Pick<FastifyRequest, 'operator'>): string {
  const facts: Readonly<Record<string, string>> = {
    State: stateOf(user) + (user.disabled_at ? ` since ${timeOf(user.disabled_at)}` : ''),
    'Email address': escapeHtml(user.email ?? 'none'),
    Name: escapeHtml([user.first_name, user.last_name].filter(Boolean).join(' ') || 'none'),
    'Member since': timeOf(user.created_at),
    'Last activity': user.last_activity_at ? timeOf(user.last_activity_at) : 'none',
    Library: user.privacy,
    'Signs in with': escapeHtml(
      [...(user.has_password ? ['password'] : []), ...user.providers].join(', ') || 'nothing',
    ),
    'Second factors': factorsInWords(user),
    Sessions: String(user.sessions),
    'Followers, following': `${user.followers}, ${user.following}`,
    Id: `<code>${user.id}</code>`,
  };
  const list = Object.entries(facts).map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`);
  const change = user.is_active
    ? actionForm('disable', 'Disable', user, request)
    : actionForm('enable', 'Enable', user, request);
  return `<dl class="card">${list.join('')}</dl><h2>What you can do</h2><div class="actions">${change}
${actionForm('sign-out', 'Sign out everywhere', user, request)}
${actionForm('reset-factors', 'Remove second factors', user, request)}${actionForm('delete', 'Delete', user, request)}</div>`;
}

type Action = keyof typeof accountConsequences;

/** Two steps: the operator reads the consequences before the button appears. */
function actionForm(
  action: Action,
  title: string,
  user: ShownAccount,
  request: Pick<FastifyRequest, 'operator'>,
): string {
  const isFinal = action === 'delete';
  const name = escapeHtml(user.username);
  const typed = isFinal
    ? `<label>Type ${name} to confirm<input name="name" autocomplete="off" autocapitalize="none" required></label>`
    : '';
  const kind = action === 'enable' ? 'primary' : 'danger';
  return `<details><summary>${title}</summary><p>${escapeHtml(accountConsequences[action](user.username))}</p>
<form method="post" action="/accounts/${user.id}/${action}">${csrfField(request)}${typed}<button class="${kind}">${title}</button></form></details>`;
}

const listQuery = z.object({
  search: z.string().max(200).default(''),
  disabled: z.literal('1').optional(),
  after: z.string().max(200).optional(),
});
const byId = z.object({ id: z.uuid() });
const change = byId.extend({ action: z.enum(['disable', 'enable', 'sign-out', 'reset-factors', 'delete']) });

const pageSize = 50;

interface Parts {
  readonly redis: RedisClient;
  /** The operator's name. */
  readonly name: string;
}

/** Manages accounts through auth: search, show, disable and enable, sign out, remove second factors, delete. */
export function accountRoutes(app: FastifyInstance, { redis, name }: Parts): void {
  const ask = async (request: FastifyRequest, asked: AccountRequest): Promise<AccountOutcome> =>
    accountOutcome.parse(await askService(redis, 'auth', { who: whoIs(name, request), request: asked }));

  app.get('/accounts', async (request, reply) => {
    const query = listQuery.safeParse(request.query);
    if (!query.success) return notFound(request, reply, 'There is no such page.');
    const wanted = { ...query.data, disabled: query.data.disabled === '1', after: query.data.after ?? null };
    const outcome = await ask(request, { action: 'list', ...wanted, limit: pageSize });
    if (outcome.kind !== 'listed') throw new Error('auth returned something else');
    return reply.type('text/html').send(page('Accounts', accountList(wanted, outcome.users, outcome.next), request));
  });

  app.get('/accounts/:id', async (request, reply) => {
    const params = byId.safeParse(request.params);
    const outcome = params.success ? await ask(request, { action: 'show', user: params.data.id }) : null;
    if (outcome?.kind !== 'shown') return notFound(request, reply, 'There is no such account.');
    return reply.type('text/html').send(page(outcome.user.username, accountDetails(outcome.user, request), request));
  });

  app.post('/accounts/:id/:action', async (request, reply) => {
    const params = change.safeParse(request.params);
    if (!params.success) return notFound(request, reply, 'There is no such account.');
    const { id, action } = params.data;
    const back = `/accounts/${id}`;
    if (action === 'delete') {
      const shown = await ask(request, { action: 'show', user: id });
      if (shown.kind === 'shown' && formOf(request).get('name')?.trim() !== shown.user.username) {
        return redirectWith(request, reply, back, 'Nothing was deleted: what you typed is not the username.');
      }
    }
    const outcome = await ask(request, { action, user: id });
    if (outcome.kind !== 'done') return notFound(request, reply, 'There is no such account.');
    return redirectWith(request, reply, action === 'delete' ? '/accounts' : back, outcome.message);
  });

  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof NobodyAnswersError)) throw error;
    const body =
      '<p class="alert" role="alert">auth does not respond. Check the account before you repeat the request.</p>';
    return reply
      .code(503)
      .type('text/html')
      .send(page('Accounts', body, request));
  });
}

function redirectWith(request: FastifyRequest, reply: FastifyReply, path: string, notice: string) {
  if (request.operator) request.operator.notice = notice;
  return reply.redirect(path, 303);
}

const notFound = (request: FastifyRequest, reply: FastifyReply, message: string) =>
  reply
    .code(404)
    .type('text/html')
    .send(page('Accounts', `<p class="alert" role="alert">${message}</p>`, request));
