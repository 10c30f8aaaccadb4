import type { Call } from '@nightshelf/contracts/call.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import type { CallOptions, TestService } from '@nightshelf/testing';
import { Secret, TOTP } from 'otpauth';
import { Authenticator } from './authenticator.ts';
import { join, password } from './people.ts';

/** A browser with cookies and, optionally, a signed-in identity. */
export class FactorBrowser {
  readonly #service: TestService;
  readonly cookies = new Map<string, string>();
  /** The identity that the gateway derives from the session. */
  identity: Identity | null = null;

  constructor(service: TestService, identity: Identity | null = null) {
    this.#service = service;
    this.identity = identity;
  }

  async attempt<C extends Call>(call: C, input: unknown, options: CallOptions = {}) {
    const { api } = this.#service;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const client = this.identity ? api.as(this.identity) : api;
    const answer = await client.attempt(call, input, { ...options, headers: { cookie, ...options.headers } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return answer;
  }

  async call<C extends Call>(call: C, input: unknown = {}) {
    const answer = await this.attempt(call, input);
    if (answer.status >= 300) throw new Error(`${call.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
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

/** Registers a user with an authenticator app. */
export async function withTotp(service: TestService) {
  const one = await person(service);
  const { secret } = await one.browser.call(factorCalls.beginTotp);
  const app = appOf(secret);
  await one.browser.call(factorCalls.confirmTotp, { body: { code: app() } });
  // Allows the current code to be used again.
  await service.query('update totp set last_step = 0 where user_id = $1', [one.user.id]);
  return { ...one, secret, app };
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
