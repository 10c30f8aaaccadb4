import { unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { isSecureOrigin, sessionTokenIn } from '@nightshelf/platform/sessions/cookie.ts';
import { sendFailure } from '../src/http/answer.ts';
import type { Policy } from './policy.ts';

/**
 * Looks the session cookie up on every request, so that a session that was ended is refused at once. Without a cookie
 * nobody is signed in, and Redis is not asked; with one, and Redis away, that cannot be told: 503.
 */
export const session: Policy = {
  name: 'session',
  create: ({ settings, sessions }) => {
    const secure = isSecureOrigin(settings.PUBLIC_ORIGIN);
    return (request, response, next) => {
      const token = sessionTokenIn(request.headers.cookie, secure);
      const found = token === null ? null : sessions.find(token);
      if (!(found instanceof Promise)) {
        request.exchange.session = found;
        next();
        return;
      }
      found.then(
        (later) => {
          request.exchange.session = later;
          next();
        },
        (error: unknown) => {
          const message = 'Sessions cannot be checked right now. Please try again.';
          sendFailure(request, response, unavailable('gateway.sessions_unavailable', message, error));
        },
      );
    };
  },
};
