import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { type IdentityProvider, type Person, startIdentityProvider } from '@nightshelf/identity-provider';
import { closeAfterTests } from '@nightshelf/testing';
import { Browser, publicOrigin } from './identity-browser.ts';
import { form } from './people.ts';
import { redisOf, startAuth } from './setup.ts';

const secret = 'a secret & more+';

/** Adds a person at the providers that no other test uses. */
export type NewPerson = (change?: Partial<Person>) => Person;

/**
 * Starts auth for the calling test file with the OpenID providers `demo`, `other` and `late`, which is down until a test
 * clears its fault.
 */
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
  for (const provider of [demo, other, late]) closeAfterTests(() => provider.close());
  late.faults.down = true;
  const client = { client_id: 'nightshelf', client_secret: secret };
  const service = await startAuth({
    LOG_LEVEL: 'silent',
    PUBLIC_ORIGIN: publicOrigin,
    OIDC_PROVIDERS: JSON.stringify([
      { id: 'demo', name: 'Demo ID', issuer: demo.issuer, ...client },
      { id: 'other', name: 'Other ID', issuer: other.issuer, ...client },
      { id: 'late', name: 'Late ID', issuer: late.issuer, ...client },
    ]),
    ...env,
  });
  const { redis, sessions } = redisOf(service);
  const newPerson: NewPerson = (change) => {
    const id = `p${crypto.randomUUID().slice(0, 8)}`;
    const email = `${id}@demo.example`;
    const person = { id, name: `Person ${id}`, username: id, email, emailVerified: true, ...change };
    people.push(person);
    return person;
  };
  const newBrowser = () => new Browser(service, sessions);
  /** Returns a browser with a user registered by password. */
  const registered = async () => {
    const browser = newBrowser();
    const given = form();
    const { user } = await browser.call(authCalls.register, { body: given });
    return { browser, user, form: given };
  };
  return {
    service,
    demo,
    other,
    late,
    redis,
    newPerson,
    /** Marks the person's address as verified by the providers. */
    verify: (id: string) => {
      const at = people.findIndex((person) => person.id === id);
      people[at] = { ...(people[at] as Person), emailVerified: true };
    },
    newBrowser,
    registered,
  };
}
