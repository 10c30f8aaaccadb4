import type { Call, CallAnswer, CallRequest } from '@nightshelf/contracts/call.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { type Act, route } from '@nightshelf/platform/http/route.ts';
import type { Change, Json, Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { FastifyInstance } from 'fastify';
import { because, type Cause } from './history/cause.ts';

/** The caller and the entity manager that every request can read with. */
export interface Reader {
  /** Empty for an anonymous caller of an open call. */
  readonly userId: string;
  /** Reads outside a transaction. */
  readonly em: EntityManager;
}

/** The validated request of a call, whose contract lists how the call fails. */
export type RequestOf<C extends Call> = Parameters<Act<C>>[0] &
  Reader & {
    /** Makes the change of the request once; absent for reads. */
    readonly change: Change;
  };

/** The request of a call that only reads. */
export type ReadOf<C extends Call> = Reader & CallRequest<C>;

/** The fields of a response beside success and message. */
export type Fields<C extends Call> = Omit<CallAnswer<C>, 'success' | 'message'>;

/** Null when the response has no other fields than its message. */
type Served<C extends Call> = Fields<C> | (Record<never, never> extends Fields<C> ? null : never);

/**
 * Serves a call with a JSON response: success, message and the fields that `act` returns.
 * @param causeOf returns the cause that the history records for the change of entries
 */
export type Serve = <C extends Call>(
  call: C,
  message: string,
  act: (request: RequestOf<C>) => Promise<Served<C>>,
  causeOf?: (request: RequestOf<C>) => Cause,
) => void;

export const serving =
  (app: FastifyInstance, work: Work): Serve =>
  (call, message, act, causeOf) =>
    route(app, call, (async (input: Parameters<Act<Call>>[0]) => {
      const { identity, intent } = input;
      const request = { ...input, userId: identity?.userId ?? '', em: work.query() } as never;
      const change = intent && (causeOf ? because(causeOf(request), work.for(intent)) : work.for(intent));
      return { success: true, message, ...(await act({ ...(request as object), change } as never)) };
    }) as never);

/** Serves the result of a use case as one field of the response. */
export const returning =
  <Field extends string, Input, Result>(field: Field, act: (request: Input) => Promise<Result>) =>
  async (request: Input) =>
    ({ [field]: await act(request) }) as Readonly<Record<Field, Result>>;

type JsonObject = { readonly [name: string]: Json | undefined };

/** Shortens fields of a stored idempotent response, each in its own way; other fields are stored as they are. */
export const keptFields = <Result extends JsonObject>(
  fields: {
    readonly [Field in keyof Result]?: Keeping<Result[Field] & Json>;
  },
): Keeping<Result> => {
  const keepings = Object.entries(fields) as [string, Keeping<Json>][];
  return {
    shorten(result) {
      const all: Record<string, Json | undefined> = { ...result };
      for (const [field, { shorten }] of keepings) if (all[field]) all[field] = shorten(all[field]);
      return all as Result;
    },
    async complete(em, kept) {
      const all: Record<string, Json | undefined> = { ...kept };
      for (const [field, { complete }] of keepings) if (all[field]) all[field] = await complete(em, all[field]);
      return all as Result;
    },
  };
};
