import { type IdentityProvider, type Person, startIdentityProvider } from '@nightshelf/identity-provider';
import { startTestService } from '@nightshelf/testing';
import { authService } from '../src/service.ts';
import { Browser, publicOrigin, sessionsOf } from './identity-browser.ts';

const secret = 'a secret & more+';

/** Adds a person at the providers that no other test uses. */
export type NewPerson = (change?: Partial<Person>) => Person;

/** Starts auth with the OpenID providers `demo`, `other` and `late`, which is down until a test clears its fault. */
export async function startIdentitySetting(env: Readonly<Record<string, string>> = {}) {
  const people: Person[] = [];
  const start = (id: string): Promise<IdentityProvider> =>
    startIdentityProvider({
      people,
      clients: [
        {
          id: 'nightshelf',
          secret,
          redirectUris: [`${publicOrigin}/api/auth/identity-providers/${id}/callback`],
          postLogoutRedirectUris: [`${publicOrigin}/`],
        },
      ],
    });
  const [demo, other, late] = await Promise.all([start('demo'), start('other'), start('late')]);
  late.faults.down = true;
  const entry = (id: string, name: string, issuer: string) => ({
    id,
    name,
    issuer,
    client_id: 'nightshelf',
    client_secret: secret,
  });
  const service = await startTestService(authService, {
    env: {
      LOG_LEVEL: 'silent',
      PUBLIC_ORIGIN: publicOrigin,
      OIDC_PROVIDERS: JSON.stringify([
        entry('demo', 'Demo ID', demo.issuer),
        entry('other', 'Other ID', other.issuer),
        entry('late', 'Late ID', late.issuer),
      ]),
      ...env,
    },
  });
  const sessions = sessionsOf(service);
  const newPerson: NewPerson = (change) => {
    const id = `p${crypto.randomUUID().slice(0, 8)}`;
    const person = {
      id,
      name: `Person ${id}`,
      username: id,
      email: `${id}@demo.example`,
      emailVerified: true,
      ...change,
    };
    people.push(person);
    return person;
  };
  return {
    service,
    demo,
    other,
    late,
    redis: sessions.redis,
    newPerson,
    /** Marks the person's address as verified by the providers. */
    verify: (id: string) => {
      const at = people.findIndex((person) => person.id === id);
      people[at] = { ...(people[at] as Person), emailVerified: true };
    },
    newBrowser: () => new Browser(service, sessions.store),
    stop: async () => {
      sessions.close();
      await service.stop();
      await Promise.all([demo, other, late].map((provider) => provider.close()));
    },
  };
}

export type IdentitySetting = Awaited<ReturnType<typeof startIdentitySetting>>;
