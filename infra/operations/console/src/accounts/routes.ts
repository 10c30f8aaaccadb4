import { type AccountOutcome, type AccountRequest, accountOutcome } from '@nightshelf/contracts/operators.ts';
import { askService, NobodyAnswersError } from '@nightshelf/platform/operators/requests.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { formOf } from '../access/form.ts';
import { whoIs } from '../audit/audit.ts';
import { page } from '../look/page.ts';
import { accountDetails, accountList } from './pages.ts';

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
    if (!query.success) return notThere(request, reply, 'There is no such page.');
    const wanted = { ...query.data, disabled: query.data.disabled === '1', after: query.data.after ?? null };
    const outcome = await ask(request, { action: 'list', ...wanted, limit: pageSize });
    if (outcome.kind !== 'listed') throw new Error('auth answered something else');
    return reply.type('text/html').send(page('Accounts', accountList(wanted, outcome.users, outcome.next), request));
  });

  app.get('/accounts/:id', async (request, reply) => {
    const params = byId.safeParse(request.params);
    const outcome = params.success ? await ask(request, { action: 'show', user: params.data.id }) : null;
    if (outcome?.kind !== 'shown') return notThere(request, reply, 'There is no such account.');
    return reply.type('text/html').send(page(outcome.user.username, accountDetails(outcome.user, request), request));
  });

  app.post('/accounts/:id/:action', async (request, reply) => {
    const params = change.safeParse(request.params);
    if (!params.success) return notThere(request, reply, 'There is no such account.');
    const { id, action } = params.data;
    const back = `/accounts/${id}`;
    if (action === 'delete') {
      const shown = await ask(request, { action: 'show', user: id });
      if (shown.kind === 'shown' && formOf(request).get('name')?.trim() !== shown.user.username) {
        return goOn(request, reply, back, 'Nothing was deleted: what you typed is not the username.');
      }
    }
    const outcome = await ask(request, { action, user: id });
    if (outcome.kind !== 'done') return notThere(request, reply, 'There is no such account.');
    return goOn(request, reply, action === 'delete' ? '/accounts' : back, outcome.message);
  });

  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof NobodyAnswersError)) throw error;
    const told =
      '<p class="alert" role="alert">auth does not answer. Look at the account again before you repeat what you asked for.</p>';
    return reply
      .code(503)
      .type('text/html')
      .send(page('Accounts', told, request));
  });
}

function goOn(request: FastifyRequest, reply: FastifyReply, path: string, notice: string) {
  if (request.operator) request.operator.notice = notice;
  return reply.redirect(path, 303);
}

const notThere = (request: FastifyRequest, reply: FastifyReply, message: string) =>
  reply
    .code(404)
    .type('text/html')
    .send(page('Accounts', `<p class="alert" role="alert">${message}</p>`, request));
