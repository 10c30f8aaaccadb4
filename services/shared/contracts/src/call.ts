import type { z } from 'zod';
import type { TokenScope } from './api-tokens.ts';
import type { CallLimits } from './limits.ts';
import type { RefusalCode } from './refusals.ts';

/**
 * Who may make a call: anyone, or only a signed-in user (401 otherwise); or, where the call itself ends the session that asks,
 * also nobody who names an `Idempotency-Key`, since the answer may have been lost.
 */
export type Access = 'open' | 'guarded' | 'guarded or repeated';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where a request goes, and what the gateway holds it to. */
export interface Endpoint<M extends Method = Method, Path extends string = string> {
  readonly method: M;
  /** Path below the origin with `:name` parameters, for example `/api/games/library/:id`. */
  readonly path: Path;
  /** Counted beside the gateway's limits on all calls. */
  readonly limits?: CallLimits;
  /** What an API token must be allowed for; without it the call takes no token (403 `auth.token_scope`). */
  readonly scope?: TokenScope;
  /** How long the gateway waits for the answer to begin, in seconds; its own default unless given. */
  readonly timeoutSeconds?: number;
  /** Whether its answer goes on until somebody ends it; there is no HEAD of such a one. */
  readonly endless?: true;
}

/**
 * One call of the product's HTTP API. The server validates with it, the client takes its types from it and the OpenAPI
 * document is generated from it, so the three cannot drift apart.
 */
export interface Call<
  Params extends z.core.$ZodType = z.core.$ZodType,
  Query extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.core.$ZodType = z.core.$ZodType,
  Answer extends z.core.$ZodType = z.core.$ZodType,
  M extends Method = Method,
  Path extends string = string,
  A extends Access = Access,
> extends Endpoint<M, Path> {
  readonly access: A;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The body of a successful answer. */
  readonly answer: Answer;
  /** Media type of a successful answer that is no JSON. */
  readonly mediaType?: string;
  /** Status code of a successful answer; 200 unless given. */
  readonly status?: number;
  /** What it refuses beside what every call of its form does (`refusalsOf`). */
  readonly refuses?: readonly RefusalCode[];
  /** Bodies of failures that say more than `failure` does, by status code. */
  readonly failures?: Readonly<Record<number, z.core.$ZodType>>;
  /** Whether the person has to have signed in, or confirmed that it is them, just before; 403 `stepUpRequired` otherwise. */
  readonly stepUp?: true;
  /** Whether it takes `If-Match: "<version>"`. */
  readonly conditional?: true;
}

/** Keeps the literal method, path and access in the type, so that a client that ships no schema is still held to them. */
export function defineCall<
  const M extends Method,
  const Path extends string,
  Params extends z.core.$ZodType = z.core.$ZodType<undefined, undefined>,
  Query extends z.core.$ZodType = z.core.$ZodType<undefined, undefined>,
  Body extends z.core.$ZodType = z.core.$ZodType<undefined, undefined>,
  Answer extends z.core.$ZodType = z.core.$ZodType,
  const A extends Access = Access,
>(call: Call<Params, Query, Body, Answer, M, Path, A>): Call<Params, Query, Body, Answer, M, Path, A> {
  return call;
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

/** A query of which nothing need be said is left out. */
type IsOptional<Input, Key extends string> = Key extends 'query'
  ? Record<never, never> extends Input
    ? true
    : false
  : false;

type PartsOf<C, Side extends 'in' | 'out'> =
  C extends Call<infer Params, infer Query, infer Body, z.core.$ZodType>
    ? Part<Params, 'params', Side> & Part<Query, 'query', Side> & Part<Body, 'body', Side>
    : never;

/** What a client passes to make the call. */
export type CallInput<C> = PartsOf<C, 'in'>;

/** What the server's handler receives after validation. */
export type CallRequest<C> = PartsOf<C, 'out'>;

/** What the call answers on success. */
export type CallAnswer<C> = C extends { readonly answer: infer Answer extends z.core.$ZodType }
  ? z.output<Answer>
  : never;
