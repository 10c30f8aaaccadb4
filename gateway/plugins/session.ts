import type { ServerResponse } from 'node:http';
import { unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { isSecureOrigin, sessionTokenIn } from '@nightshelf/platform/sessions/cookie.ts';
import { bearerIn } from '../src/api-tokens/bearer.ts';
import { WrongTokens } from '../src/api-tokens/wrong-tokens.ts';
import { sendFailure } from '../src/http/answer.ts';
import type { GatewayRequest, Holder } from '../src/http/exchange.ts';
import type { Policy } from './policy.ts';

/**
 * Looks up the session on every request, so that an ended session is rejected immediately. An API token takes
 * precedence, since browsers send cookies automatically. Without Redis, a request with a cookie gets a 503.
 */
export const session: Policy = {
  name: 'session',
  create: (runtime) => {
    const { settings, sessions, tokens } = runtime;
    const secure = isSecureOrigin(settings.PUBLIC_ORIGIN);
    const wrong = new WrongTokens(runtime);
    const unknown = (request: GatewayRequest, response: ServerResponse) => (error: unknown) => {
      const message = 'Your session cannot be checked right now. Please try again.';
      sendFailure(request, response, unavailable('gateway.sessions_unavailable', message, error));
    };
    return (request, response, next) => {
      const proceed = (found: Holder | null) => {
        request.exchange.session = found;
        next();
      };
      const bearer = bearerIn(request.headers);
      if (bearer !== null) {
        if (!tokens.isKnown(bearer) && wrong.refuseEarly(request, response)) return;
        const decide = (holder: Holder | null) =>
          holder ? proceed(holder) : wrong.refuse(request, response).catch(next);
        tokens.find(bearer).then(decide, unknown(request, response));
        return;
      }
      const token = sessionTokenIn(request.headers.cookie, secure);
      const found = token === null ? null : sessions.find(token);
      if (found instanceof Promise) found.then(proceed, unknown(request, response));
      else proceed(found);
    };
  },
};
