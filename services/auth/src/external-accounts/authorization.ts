import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { isDependencyFault, isTimeLimit } from '@nightshelf/platform/errors/dependency-faults.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { isTaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel';
import type { FastifyRequest } from 'fastify';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import { recordActivity } from '../activity/activity.ts';
import type { AuthParts } from '../parts.ts';
import { beginSecondStep } from '../second-factors/finish-sign-in.ts';
import { browserState } from '../sessions/browser-state.ts';
import { startSession } from '../sessions/sign-in-once.ts';
import { type ExternalAccount, LinkedAccount, newLink } from '../users/linked-accounts.ts';
import { lockActiveUser, publishUser, type User } from '../users/user.ts';
import { type IdentityProviders, sessionFacts } from './identity-providers.ts';

/**
 * Begins an authorization code flow with PKCE, state and nonce.
 * @returns the provider's URL, and the cookie that the browser must return with
 * @throws CodedError 404 for an unknown provider, 503 when it is unreachable
 */
export async function beginAuthorization(parts: AuthParts, provider: string, purpose: Purpose) {
  const { providers } = parts;
  const configuration = await providers.connect(provider);
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const cookie = await authorizations.keep(parts, { provider, state, nonce, verifier, purpose });
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: providers.callbackUrl(provider).href,
    scope: providers.settingsOf(provider).scopes,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { authorizationUrl: url.href, cookie };
}

/** The client, and the provider's display name. */
interface By {
  readonly client: Client;
  readonly name: string;
}

/** The page on which the browser continues, and its cookie. */
interface Outcome {
  readonly location: string;
  readonly cookie?: string;
}

/**
 * Handles a browser's return from a provider.
 * @throws AuthorizationFailed, or another error that `failureCodeOf` maps to a code
 */
export async function finishAuthorization(
  parts: AuthParts,
  authorization: Authorization,
  provider: string,
  request: FastifyRequest,
): Promise<Outcome> {
  const { identity: caller } = request;
  // Prevents the mix-up attack of RFC 9700, section 4.4.
  if (authorization.provider !== provider) throw new AuthorizationFailed('failed');
  const { purpose } = authorization;
  // The session may have changed since the authorization began.
  const isSameSession =
    purpose.kind === 'sign-in' || (purpose.userId === caller?.userId && purpose.sessionId === caller.sessionId);
  if (!isSameSession) throw new AuthorizationFailed('expired');
  const proof = await proveWithin.execute(() => proveExternalAccount(parts.providers, authorization, request.url));
  const by = { client: clientOf(request), name: parts.providers.describe(provider).name };
  if (purpose.kind === 'sign-in') return signIn(parts, purpose.returnTo, proof, caller, by);
  await linkAccount(parts, purpose, proof, by);
  return { location: `/profile?linked=${provider}` };
}

async function signIn(
  parts: AuthParts,
  given: string,
  proof: Proof,
  caller: Identity | null,
  by: By,
): Promise<Outcome> {
  const { work, sessions, providers } = parts;
  const returnTo = returnPath(given, providers.homeUrl);
  const user = await findLinkedUser(work, proof, by);
  if (!user) {
    const cookie = await pendingSignIns.keep(parts, { ...proof, returnTo });
    return { location: '/choose-username', cookie };
  }
  const { client, name: detail } = by;
  const facts = sessionFacts(proof.provider, proof.idToken);
  // Requires the user's second factor, even if the provider already asked for one.
  const second = await beginSecondStep(parts, user, { detail, facts, returnTo });
  if (second) return { location: '/login?step=second-factor', cookie: second.cookie };
  return { location: returnTo, cookie: await startSession(work, sessions, { user, caller, client, detail, facts }) };
}

/**
 * Returns the user linked to this external account, and records the use.
 * @returns null when no user is linked. Matches issuer and subject only, because email addresses change hands
 * @throws AuthorizationFailed when the user is inactive (without saying so) or the link was just removed
 */
async function findLinkedUser(work: Work, account: ExternalAccount, by: By): Promise<User | null> {
  const { issuer, subject } = account;
  const found = await work.query().findOne(LinkedAccount, { issuer, subject });
  if (!found) return null;
  return work.transaction(async (transaction) => {
    const { em } = transaction;
    // Locks the user before the link, in the same order as unlinking, to avoid a deadlock.
    const user = await lockActiveUser(em, found.userId);
    if (!user) throw new AuthorizationFailed('failed');
    const link = await em.findOne(LinkedAccount, { id: found.id });
    if (!link) throw new AuthorizationFailed('expired');
    link.lastUsedAt = new Date();
    await verifyAddress(transaction, user, account, by);
    return user;
  });
}

/** Verifies the user's address when the provider verified the same one. */
async function verifyAddress(transaction: Transaction, user: User, { email }: ExternalAccount, { client, name }: By) {
  const isSame = email !== null && email.toLowerCase() === user.email?.toLowerCase();
  if (!isSame || !user.verifyEmail()) return;
  publishUser(transaction, user);
  await recordActivity(transaction.em, { userId: user.id, kind: 'email_verified', client, detail: name });
}

/**
 * Links an external account to the user who began it; does nothing when it is already linked.
 * @throws AuthorizationFailed when it is linked to another user, the user is inactive, or the session has ended
 */
async function linkAccount(
  { work, sessions }: AuthParts,
  { userId, sessionId }: Pick<Identity, 'userId' | 'sessionId'>,
  account: ExternalAccount,
  by: By,
): Promise<void> {
  const { issuer, subject } = account;
  const link = async (transaction: Transaction) => {
    const { em } = transaction;
    const user = await lockActiveUser(em, userId);
    if (!user) throw new AuthorizationFailed('inactive');
    // The session may have ended while the provider was responding.
    if (!(await sessions.isThere(sessionId))) throw new AuthorizationFailed('expired');
    const existing = await em.findOne(LinkedAccount, { issuer, subject });
    if (existing?.userId === userId) return;
    if (existing) throw new AuthorizationFailed('already_linked');
    em.create(LinkedAccount, newLink(userId, account));
    await recordActivity(em, { userId, kind: 'identity_linked', client: by.client, detail: by.name });
    await verifyAddress(transaction, user, account, by);
  };
  await work.transaction(link).catch((error: unknown) => {
    // Another user linked it concurrently.
    throw error instanceof UniqueConstraintViolationException ? new AuthorizationFailed('already_linked') : error;
  });
}

/** Shorter than the gateway's timeout, so that the browser gets a redirect instead of a gateway error. */
const proveWithin = timeout(8000, TimeoutStrategy.Aggressive);

/**
 * Exchanges the authorization code for the provider's proof of identity.
 * @param path of the callback, with its query
 * @throws AuthorizationFailed, or an error of openid-client when the response or a token is invalid
 */
async function proveExternalAccount(
  providers: IdentityProviders,
  { provider, state, nonce, verifier }: Authorization,
  path: string,
): Promise<Proof> {
  // Built from the settings, because clients control the Host header.
  const currentUrl = providers.callbackUrl(provider);
  currentUrl.search = new URL(path, currentUrl).search;
  if (currentUrl.searchParams.get('state') !== state) throw new AuthorizationFailed('expired');
  const configuration = await providers.connect(provider);
  const tokens = await authorizationCodeGrant(configuration, currentUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const idClaims = tokens.claims();
  if (!idClaims || !tokens.id_token) throw new AuthorizationFailed('failed');
  // Many providers return name and email address only from the userinfo endpoint.
  const isIncomplete = idClaims.email === undefined && configuration.serverMetadata().userinfo_endpoint;
  const further = isIncomplete ? await fetchUserInfo(configuration, tokens.access_token, idClaims.sub) : {};
  const claims: Readonly<Record<string, unknown>> = { ...further, ...idClaims };
  const email = textOf(claims.email);
  return {
    provider,
    issuer: idClaims.iss,
    subject: idClaims.sub,
    email: claims.email_verified === true ? email : null,
    names: [claims.preferred_username, claims.nickname, email, claims.name].flatMap((name) => textOf(name) ?? []),
    idToken: tokens.id_token,
  };
}

/** The maximum length of an email address. */
const longestText = 254;

const textOf = (claim: unknown) =>
  typeof claim === 'string' && claim.length > 0 && claim.length <= longestText && !claim.includes('\0') ? claim : null;

/** An authorization whose browser has not returned from the provider yet. */
const authorization = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  purpose: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sign-in'), returnTo: z.string() }),
    z.object({ kind: z.literal('link'), userId: z.string(), sessionId: z.string() }),
  ]),
});

/** A first sign-in that still needs a username. */
const pendingSignIn = z.object({
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  /** Names of the user at the provider, best candidate for a username first. */
  names: z.array(z.string()),
  /** Needed to end the provider's session. */
  idToken: z.string(),
  returnTo: z.string(),
});

/** An account as proven by its provider. */
type Proof = Omit<z.infer<typeof pendingSignIn>, 'returnTo'>;

export type Authorization = z.infer<typeof authorization>;
export type Purpose = Authorization['purpose'];

export const authorizations = browserState('oidc', 10 * 60, authorization);
export const pendingSignIns = browserState('pending-identity', 15 * 60, pendingSignIn);

/**
 * Returns the frontend page to go back to after sign-in.
 * @returns a path of this site; `/` for anything that a browser would resolve to another site
 */
export function returnPath(given: string, origin: string): string {
  if (!URL.canParse(given, origin)) return '/';
  const url = new URL(given, origin);
  const path = url.pathname + url.search + url.hash;
  return given.startsWith('/') && url.origin === new URL(origin).origin && !path.startsWith('//') ? path : '/';
}

/** The frontend has a message for each code. */
export type FailureCode = 'cancelled' | 'expired' | 'failed' | 'unavailable' | 'already_linked' | 'inactive';

/** A failed authorization at a provider, with a reason to show to the user. */
export class AuthorizationFailed extends Error {
  override name = 'AuthorizationFailed';
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(code);
    this.code = code;
  }
}

/** Returns the failure code to show to the user. */
export function failureCodeOf(error: unknown): FailureCode {
  if (error instanceof AuthorizationFailed) return error.code;
  if (error instanceof AuthorizationResponseError) return codeOfProvidersError(error.error);
  return isPassing(error) ? 'unavailable' : 'failed';
}

/** Error codes of RFC 6749, section 4.1.2.1. */
function codeOfProvidersError(code: string): FailureCode {
  if (code === 'access_denied') return 'cancelled';
  return code === 'temporarily_unavailable' || code === 'server_error' ? 'unavailable' : 'failed';
}

/** Returns whether a retry may help. */
function isPassing(error: unknown): boolean {
  if (error instanceof CodedError) return error.status === 503;
  if (error instanceof ResponseBodyError) return error.status >= 500;
  if (error instanceof ClientError) {
    const { code, cause } = error;
    if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
    return cause instanceof Response ? cause.status >= 500 : cause !== undefined && isPassing(cause);
  }
  // fetch throws this when it gets no response.
  if (error instanceof TypeError) return error.message === 'fetch failed';
  return isTaskCancelledError(error) || isDependencyFault(error) || isTimeLimit(error);
}
