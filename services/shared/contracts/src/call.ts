import type { z } from 'zod';
import { success } from './answer.ts';
import type { TokenScope } from './api-tokens.ts';
import type { CallLimits } from './limits.ts';
import type { RefusalCode } from './refusals.ts';

/**
 * Who may make a call: anyone, or only a signed-in user (401 otherwise). `guarded or repeated` also admits anonymous
 * requests with an `Idempotency-Key`, for calls that end their own session, whose response may have been lost.
 */
export type Access = 'open' | 'guarded' | 'guarded or repeated';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Rules of a call that the gateway enforces. */
interface Rules {
  /** Enforced in addition to the gateway's limits on all calls. */
  readonly limits?: CallLimits;
  /** Scope that an API token needs; without it the call accepts no token (403 `auth.token_scope`). */
  readonly scope?: TokenScope;
  /** How long the gateway waits for the start of the response, if not its default. */
  readonly timeoutSeconds?: number;
  /** Whether the response is endless; such a call has no HEAD. */
  readonly endless?: true;
}

/** The address of a call, and its rules. */
export interface Endpoint<M extends Method = Method, Path extends string = string> extends Rules {
  readonly method: M;
  /** Path below the origin with `:name` parameters, for example `/api/games/library/:id`. */
  readonly path: Path;
}

interface Form<Params extends z.core.$ZodType, Query extends z.core.$ZodType, Body extends z.core.$ZodType>
  extends Rules {
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Media type of a successful response that is not JSON. */
  readonly mediaType?: string;
  /** Status code of a successful response; 200 by default. */
  readonly status?: number;
  /** Refusals in addition to those of every call of its form (`refusalsOf`). */
  readonly refuses?: readonly RefusalCode[];
  /** Bodies of failures with more fields than `failure`, by status code. */
  readonly failures?: Readonly<Record<number, z.core.$ZodType>>;
  /** Whether the user must have signed in or confirmed their identity recently; 403 `stepUpRequired` otherwise. */
  readonly stepUp?: true;
  /** Whether it accepts `If-Match: "<version>"`. */
  readonly conditional?: true;
}

/**
 * A call of the product's HTTP API. The server's validation, the client's types and the OpenAPI document all derive
 * from it, so they cannot drift apart.
 */
export interface Call<
  Params extends z.core.$ZodType = z.core.$ZodType,
  Query extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.core.$ZodType = z.core.$ZodType,
  Answer extends z.core.$ZodType = z.core.$ZodType,
  M extends Method = Method,
  Path extends string = string,
  A extends Access = Access,
> extends Endpoint<M, Path>,
    Form<Params, Query, Body> {
  readonly access: A;
  /** The body of a successful response. */
  readonly answer: Answer;
}

type NoInput = z.core.$ZodType<undefined, undefined>;

/**
 * Keeps the literal method, path and access in the type, so that a client without schemas is still checked against
 * them.
 * @param address method and path, for example `GET /api/games/:guid`
 * @param form `guarded` and answered with `success` unless it says otherwise
 */
export function defineCall<
  const M extends Method,
  const Path extends string,
  Params extends z.core.$ZodType = NoInput,
  Query extends z.core.$ZodType = NoInput,
  Body extends z.core.$ZodType = NoInput,
  Answer extends z.core.$ZodType = typeof success,
  const A extends Access = 'guarded',
>(
  address: `${M} ${Path}`,
  form: Form<Params, Query, Body> & { readonly access?: A; readonly answer?: Answer },
): Call<Params, Query, Body, Answer, M, Path, A> {
  const [method, path] = address.split(' ') as [M, Path];
  return { access: 'guarded' as A, answer: success as unknown as Answer, ...form, method, path };
}

type Part<Schema, Key extends string, Side extends 'in' | 'out'> = Schema extends z.core.$ZodType
  ? z.input<Schema> extends undefined
    ? { readonly [K in Key]?: undefined }
    : Side extends 'out'
      ? { readonly [K in Key]: z.output<Schema> }
      : IsOptional<z.input<Schema>, Key> extends true
        ? { readonly [K in Key]?: z.input<Schema> }
        : { readonly [K in Key]: z.input<Schema> }
  : never;

/** A query without required parameters is optional. */
type IsOptional<Input, Key extends string> = Key extends 'query'
  ? Record<never, never> extends Input
    ? true
    : false
  : false;

type PartsOf<C, Side extends 'in' | 'out'> =
  C extends Call<infer Params, infer Query, infer Body, z.core.$ZodType>
    ? Part<Params, 'params', Side> & Part<Query, 'query', Side> & Part<Body, 'body', Side>
    : never;

/** The input that a client passes to the call. */
export type CallInput<C> = PartsOf<C, 'in'>;

/** The input that the server's handler receives after validation. */
export type CallRequest<C> = PartsOf<C, 'out'>;

/** The body of the call's successful response. */
export type CallAnswer<C> = C extends { readonly answer: infer Answer extends z.core.$ZodType }
  ? z.output<Answer>
  : never;
