import type { RedisClient } from '../redis/client.ts';

/** An action that an operator made or tried. Contains no personal data except ids. */
export interface OperatorAction {
  /** The operator and the channel: `operator at 127.0.0.1`, `command line`. */
  readonly who: string;
  readonly what: string;
  /** An id or a queue's name; empty when there is none. */
  readonly target: string;
  readonly outcome: string;
}

export interface RecordedAction extends OperatorAction {
  readonly at: Date;
}

const key = 'operators:audit';
const mostKept = 10_000;
const longest = 300;

/** Appends to the operators' audit trail, which is never changed. It is in the durable Redis, for the whole product. */
export async function recordAction(redis: RedisClient, action: OperatorAction): Promise<void> {
  const fields = Object.entries(action).flatMap(([name, value]) => [name, value.slice(0, longest)]);
  await redis.xadd(key, 'MAXLEN', '~', mostKept, '*', ...fields);
}

/** Returns the newest first. */
export async function listActions(redis: RedisClient, limit: number): Promise<RecordedAction[]> {
  const entries = await redis.xrevrange(key, '+', '-', 'COUNT', limit);
  return entries.map(([id, fields]) => {
    const pairs = fields.flatMap((field, at) => (at % 2 === 0 ? [[field, fields[at + 1]]] : []));
    const { who = '', what = '', target = '', outcome = '' } = Object.fromEntries(pairs) as Partial<OperatorAction>;
    const [ms = '0'] = id.split('-');
    return { at: new Date(Number(ms)), who, what, target, outcome };
  });
}
