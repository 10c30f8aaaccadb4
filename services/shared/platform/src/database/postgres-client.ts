import type { Duplex } from 'node:stream';
import pg from 'pg';
import { changesOutsideTransaction } from '../errors/dependency-faults.ts';
import { postgresAuthority } from './authority.ts';
import { answerLimit, type DatabaseLimits, requestLimits } from './limits.ts';

export interface PostgresClientConfig extends pg.ClientConfig {
  readonly limits?: DatabaseLimits;
  /** Called whenever PostgreSQL has answered, be it with a fault. */
  readonly onAnswer?: () => void;
  /** Has PostgreSQL refuse (25006) what would change something outside a transaction. Costs no round trip. */
  readonly changesInTransactionsOnly?: boolean;
}

/** A connection on which no answer has come in time: the server or the way to it is gone, though nothing said so. */
export class AnswerLateError extends Error {
  override name = 'AnswerLateError';
  readonly code = 'ETIMEDOUT';
}

/** By which PostgreSQL notices within 15 seconds that a client has vanished, and frees the locks that it held. */
const noticeVanishedClients = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 3,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 15_000,
};

const settingsOf = ({ changesInTransactionsOnly }: PostgresClientConfig) =>
  Object.entries({
    ...noticeVanishedClients,
    ...(changesInTransactionsOnly ? { default_transaction_read_only: 'on' } : {}),
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** After which the state of a connection is unknown when they fail. */
const transactionControl = /^\s*(begin|start transaction|commit|rollback(?!\s+to))\b/i;
const transactionBegin = /^\s*(begin|start transaction)\b/i;

/** What PostgreSQL says of a change where it is only to read. */
const readOnly = '25006';

/** How long a connection may take to close in good order, in milliseconds. */
const goodbyeMs = 1000;

/** How long what has already arrived may take to be read, in milliseconds. */
const readingMs = 50;

interface Pending {
  readonly limitMs: number;
}

type AnyFunction = (...given: unknown[]) => unknown;

/**
 * A connection to PostgreSQL that ends rather than hangs: when an answer does not come in time, or when a transaction
 * could not be begun or ended, its socket is destroyed, which every statement under way and the events `error` and `end`
 * tell. All connections of a service are of this class. Cursors have no limit.
 */
export class PostgresClient extends pg.Client {
  readonly #limitMs: number;
  readonly #onAnswer: (() => void) | undefined;
  readonly #changesInTransactionsOnly: boolean;
  #isInTransaction = false;
  /** Statements without an answer yet, the one that PostgreSQL works on first. */
  readonly #pending: Pending[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(config: PostgresClientConfig) {
    const { limits = requestLimits } = config;
    const ssl = postgresAuthority(() => this.host);
    super({
      ...(ssl && { ssl }),
      connectionTimeoutMillis: limits.connectMs,
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5000,
      options: settingsOf(config),
      ...config,
      // A pool hides it from whoever looks at its options.
      ...(config.password === undefined ? {} : { password: config.password }),
    });
    this.#onAnswer = config.onAnswer;
    this.#changesInTransactionsOnly = config.changesInTransactionsOnly ?? false;
    this.#limitMs = limits.statementMs && limits.statementMs + limits.answerMs;
    // Without a listener the process would end; whoever uses the connection hears of it by what they asked.
    this.on('error', () => undefined);
    const query = this.query.bind(this) as AnyFunction;
    // The ORM has no word for a transaction that may write where the connection's others may not.
    const toWrite = (what: unknown) => (what === 'begin' ? 'begin read write' : what);
    this.query = ((what: unknown, ...given: unknown[]) =>
      this.#bounded(query, [toWrite(what), ...given])) as pg.Client['query'];
    const end = this.end.bind(this) as AnyFunction;
    this.end = ((...given: unknown[]) => {
      setTimeout(() => this.destroy(), goodbyeMs).unref();
      return end(...given);
    }) as pg.Client['end'];
  }

  /** Ends the connection at once, and with it whatever runs on it. */
  destroy(error?: Error): void {
    const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection;
    if (!stream.destroyed) stream.destroy(error);
  }

  #bounded(query: AnyFunction, given: readonly unknown[]): unknown {
    const [what] = given as [string | { text?: string; submit?: unknown }];
    if (typeof what !== 'string' && what.submit) return query(...given);
    const settle = this.#begin((typeof what === 'string' ? what : what.text) ?? '');
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      return query(...given.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
        settle(error);
        callback(error, ...rest);
      });
    }
    const answer = query(...given) as Promise<unknown>;
    answer.then(() => settle(undefined), settle);
    return answer;
  }

  /** @returns what to call with the statement's fault, if any, once it has been answered */
  #begin(text: string): (error: unknown) => void {
    const pending: Pending = { limitMs: answerLimit.getStore() ?? this.#limitMs };
    this.#pending.push(pending);
    if (transactionControl.test(text)) this.#isInTransaction = transactionBegin.test(text);
    const mayChange = this.#isInTransaction || !this.#changesInTransactionsOnly;
    if (this.#pending.length === 1) this.#watch();
    return (error) => {
      const wasFirst = this.#pending[0] === pending;
      this.#pending.splice(this.#pending.indexOf(pending), 1);
      if (wasFirst) this.#watch();
      if (!error || error instanceof pg.DatabaseError) this.#onAnswer?.();
      if (error instanceof pg.DatabaseError && error.code === readOnly && !mayChange) {
        error.message = `${changesOutsideTransaction}: ${error.message}`;
      }
      if (error && transactionControl.test(text)) this.destroy(error instanceof Error ? error : undefined);
    };
  }

  /** Gives the statement that PostgreSQL works on its time, from now on. */
  #watch(): void {
    clearTimeout(this.#timer);
    const [first] = this.#pending;
    if (!first || first.limitMs === 0) return;
    this.#timer = setTimeout(() => {
      // The process itself may have been stopped meanwhile: what has arrived is read first.
      this.#timer = setTimeout(() => {
        this.destroy(new AnswerLateError(`PostgreSQL has not answered for ${first.limitMs} ms`));
      }, readingMs);
    }, first.limitMs);
  }
}

/**
 * A connection of its own, connected. When it falls it emits `error` and `end` and stays down: open another one.
 * @param name what `pg_stat_activity` calls it
 * @throws when the server does not answer within `limits.connectMs`
 */
export async function connectPostgres(
  url: string,
  { name, limits = requestLimits }: { readonly name: string; readonly limits?: DatabaseLimits },
): Promise<PostgresClient> {
  const client = new PostgresClient({ connectionString: url, application_name: name, limits });
  await client.connect();
  return client;
}
