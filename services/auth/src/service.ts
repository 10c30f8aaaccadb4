import { Counter, defineService } from '@nightshelf/platform';
import { authSettings } from './config.ts';
import { Passwords } from './credentials/passwords.ts';
import { Turnstile } from './credentials/turnstile.ts';
import { copyFollows } from './follows/copy-follows.ts';
import { Users } from './migrations/0001-users.ts';
import { Follows } from './migrations/0002-follows.ts';
import { registrationRoutes } from './registration/routes.ts';
import { BrowserSessions } from './sessions/browser-sessions.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { republishUsers } from './users/republish-users.ts';
import { userRoutes } from './users/routes.ts';
import { User } from './users/user.ts';

export const authService = defineService({
  name: 'auth',
  settings: authSettings,
  entities: [User],
  migrations: [
    { name: '0001-users', class: Users },
    { name: '0002-follows', class: Follows },
  ],
  projections: ['follows'],
  compose: ({ settings, work, redis, registry }) => {
    const passwords = new Passwords(new Turnstile(settings.PASSWORD_HASHES_AT_ONCE, settings.PASSWORD_HASHES_WAITING));
    const sessions = new BrowserSessions(redis, settings.PUBLIC_ORIGIN);
    const honeypot = new Counter({
      name: 'auth_honeypot_total',
      help: 'Registrations that filled the hidden field and were only pretended to succeed',
      registers: [registry],
    });
    return {
      routes: (app) => {
        registrationRoutes({ work, passwords, sessions, honeypot })(app);
        sessionRoutes({ work, passwords, sessions })(app);
        userRoutes(work)(app);
      },
      handlers: copyFollows,
      republish: () => republishUsers(work),
    };
  },
});
