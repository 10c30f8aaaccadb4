import type Provider from 'oidc-provider';
import { choosePersonPage } from './pages.ts';
import type { Person } from './people.ts';

type Middleware = Parameters<Provider['use']>[0];

const path = /^\/interaction\/[\w-]+$/;

/** Maximum size of a form in bytes. */
const formLimit = 1000;

/** Serves the provider's own pages: the health check and the choice of a user. */
export const interactions =
  (provider: Provider, people: readonly Person[]): Middleware =>
  async (context, next) => {
    const { req, res } = context;
    if (context.path === '/healthz') {
      context.body = { status: 'ok' };
      return;
    }
    if (!path.test(context.path)) {
      await next();
      return;
    }
    context.set('cache-control', 'no-store');
    if (context.method === 'GET') {
      await provider.interactionDetails(req, res);
      context.type = 'html';
      context.body = choosePersonPage(people);
      return;
    }
    const chosen = new URLSearchParams(await readForm(req)).get('person');
    const person = people.find(({ id }) => id === chosen);
    context.respond = false;
    await provider.interactionFinished(
      req,
      res,
      person ? { login: { accountId: person.id } } : { error: 'access_denied', error_description: 'Cancelled' },
    );
  };

async function readForm(request: AsyncIterable<Buffer>): Promise<string> {
  let form = '';
  for await (const part of request) {
    form += part;
    if (form.length > formLimit) throw new RangeError('The form is too long');
  }
  return form;
}
