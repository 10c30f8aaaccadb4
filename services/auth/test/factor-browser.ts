import type { Call, CallInput } from '@nightshelf/contracts/call.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { ApiClient, type CallOptions, type SendOptions, type TestAnswer, type TestService } from '@nightshelf/testing';
import { Secret, TOTP } from 'otpauth';
import { Authenticator } from './authenticator.ts';
import { join, password } from './people.ts';

/** A browser with cookies and, optionally, a signed-in identity. */
export class FactorBrowser extends ApiClient {
  readonly cookies = new Map<string, string>();
  /** The identity that the gateway derives from the session. */
  override identity: Identity | null;

  constructor({ url }: TestService, identity: Identity | null = null) {
    super(url);
    this.identity = identity;
  }

  override async send<Body>(method: string, path: string, options: SendOptions = {}): Promise<TestAnswer<Body>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await super.send<Body>(method, path, { ...options, headers: { cookie, ...options.headers } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return answer;
  }

  override call<C extends Call>(call: C, input: unknown = {}) {
    return super.call(call, input as CallInput<C>);
  }

  logIn(username: string, given = password) {
    return this.attempt(authCalls.login, { body: { username_or_email: username, password: given } });
  }

  finish(body: object, options: CallOptions = {}) {
    return this.attempt(factorCalls.finishSignIn, { body }, options);
  }

  async challenge(purpose: 'sign-in' | 'second-factor' | 'step-up') {
    return (await this.call(factorCalls.challengePasskey, { body: { purpose } })).options;
  }

  get isSignedIn(): boolean {
    return this.cookies.has('session');
  }

  /** Sets the identity that the gateway would sign for this browser's session. */
  signedInAs({ user }: { user: { id: string; username: string } }): void {
    const sessionId = sessionIdOf(this.cookies.get('session') ?? '');
    this.identity = { userId: user.id, username: user.username, sessionId };
  }
}

/** Returns a browser that has passed the password step of a sign-in. */
export async function halfway(service: TestService, username: string): Promise<FactorBrowser> {
  const browser = new FactorBrowser(service);
  await browser.logIn(username);
  return browser;
}

export async function person(service: TestService) {
  const joined = await join(service);
  return { ...joined, browser: new FactorBrowser(service, joined.identity) };
}

type Person = Awaited<ReturnType<typeof person>>;

/** @returns the app's code, offset by time steps from now */
export const appOf =
  (secret: string) =>
  (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Adds an authenticator app to the signed-in user. */
export async function addApp(client: ApiClient) {
  const { secret } = await client.call(factorCalls.beginTotp, {});
  const app = appOf(secret);
  await client.call(factorCalls.confirmTotp, { body: { code: app() } });
  return { secret, app };
}

/** Accepts the current code of the user's app again. */
export const forgetCode = (service: TestService, userId: string) =>
  service.query('update totp set last_step = 0 where user_id = $1', [userId]);

/** Registers a user with an authenticator app. */
export async function withTotp(service: TestService) {
  const one = await person(service);
  const added = await addApp(one.browser);
  await forgetCode(service, one.user.id);
  return { ...one, ...added };
}

export async function withPasskey(service: TestService) {
  const one = await person(service);
  return { ...one, ...(await addPasskey(one)) };
}

export async function addPasskey({ browser }: Pick<Person, 'browser'>, name = 'Laptop') {
  const key = new Authenticator();
  const { options } = await browser.call(factorCalls.beginPasskey);
  const credential = key.create(options as never);
  const { passkey } = await browser.call(factorCalls.addPasskey, { body: { name, credential } });
  return { key, passkey };
}
