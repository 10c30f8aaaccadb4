import type { Call, CallAnswer } from '@nightshelf/contracts/call.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { type Act, route } from '@nightshelf/platform/http/route.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { FastifyInstance } from 'fastify';

type Request<C extends Call> = Parameters<Act<C>>[0] & {
  /** Empty for an anonymous caller of an open call. */
  readonly userId: string;
  /** For reading. */
  readonly em: EntityManager;
  /** Makes the change of the request once; absent for reads. */
  readonly change: Change;
};

/** The fields of a response beside success and message. */
export type Fields<C extends Call> = Omit<CallAnswer<C>, 'success' | 'message'>;

/** Null when the response has no other fields than its message. */
type Served<C extends Call> = Fields<C> | (Record<never, never> extends Fields<C> ? null : never);

/** Serves a call with a JSON response: success, message and the fields that `act` returns. */
export type Serve = <C extends Call>(
  call: C,
  message: string,
  act: (request: Request<C>) => Promise<Served<C>>,
) => void;

export const serving =
  (app: FastifyInstance, work: Work): Serve =>
  (call, message, act) =>
    route(app, call, (async (input: Parameters<Act<Call>>[0]) => {
      const { identity, intent } = input;
      const change = intent && work.for(intent);
      const request = { ...input, userId: identity?.userId ?? '', em: work.query(), change };
      return { success: true, message, ...(await act(request as never)) };
    }) as never);
