import type { Duplex } from 'node:stream';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import pg from 'pg';
import { readAuthority } from '../config/authority.ts';
import { changesOutsideTransaction } from '../errors/dependency-faults.ts';
import { answerLimit, type DatabaseLimits, requestLimits } from './limits.ts';

/**
 * TLS options from the file that `PGSSLROOTCERT` (libpq's name) names; CloudNativePG renews it every 83 days.
 * @param host returns the name that the server's certificate must match. node-postgres gives TLS no name for an IP
 * address, which would then accept a certificate for `localhost`.
 * @returns the connection's `ssl` option; undefined when no file is named
 * @throws when the file has never been readable
 */
function postgresAuthority(host: () => string) {
  const file = process.env.PGSSLROOTCERT;
  if (!file) return undefined;
  return {
    ca: readAuthority(file),
    checkServerIdentity: (_name: string, certificate: PeerCertificate) => checkServerIdentity(host(), certificate),
  };
}

export interface PostgresClientConfig extends pg.ClientConfig {
  readonly limits?: DatabaseLimits;
  /** Makes PostgreSQL refuse changes outside a transaction (25006), without an extra round trip. */
  readonly changesInTransactionsOnly?: boolean;
}

/** PostgreSQL did not respond in time: the server or the network is down, although no error was reported. */
export class AnswerLateError extends Error {
  override name = 'AnswerLateError';
  readonly code = 'ETIMEDOUT';
}

/** Makes PostgreSQL notice a vanished client within 15 seconds and release its locks. */
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

/** If one of these statements fails, the state of the connection is unknown. */
const transactionControl = /^\s*(begin|start transaction|commit|rollback(?!\s+to))\b/i;
const transactionBegin = /^\s*(begin|start transaction)\b/i;

/** SQLSTATE of a change in a read-only transaction. */
const readOnly = '25006';

const goodbyeMs = 1000;

/** How long reading data that has already arrived may take. */
const readingMs = 50;

interface Pending {
  readonly limitMs: number;
}

type AnyFunction = (...given: unknown[]) => unknown;

/**
 * A PostgreSQL connection that ends instead of hanging: after a response timeout, or when a transaction could not begin
 * or end, it destroys its socket, which rejects all pending statements and emits `error` and `end`. All connections of
 * a service use this class. Cursors have no limit.
 */
export class PostgresClient extends pg.Client {
  readonly #limitMs: number;
  readonly #changesInTransactionsOnly: boolean;
  #isInTransaction = false;
  /** Statements without a response, the one that PostgreSQL runs first. */
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
      // A pool makes the password non-enumerable, so the spread above does not copy it.
      ...(config.password === undefined ? {} : { password: config.password }),
    });
    this.#changesInTransactionsOnly = config.changesInTransactionsOnly ?? false;
    this.#limitMs = limits.statementMs && limits.statementMs + limits.answerMs;
    // Without a listener Node would end the process; callers receive the error from their own statements.
    this.on('error', () => undefined);
    const query = this.query.bind(this) as AnyFunction;
    // The ORM cannot begin a read-write transaction on a connection that is read-only by default.
    const toWrite = (what: unknown) => (what === 'begin' ? 'begin read write' : what);
    this.query = ((what: unknown, ...given: unknown[]) =>
      this.#bounded(query, [toWrite(what), ...given])) as pg.Client['query'];
    const end = this.end.bind(this) as AnyFunction;
    this.end = ((...given: unknown[]) => {
      setTimeout(() => this.destroy(), goodbyeMs).unref();
      return end(...given);
    }) as pg.Client['end'];
  }

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

  /** @returns a function to call with the statement's error, if any, when it is done */
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
      if (error instanceof pg.DatabaseError && error.code === readOnly && !mayChange) {
        error.message = `${changesOutsideTransaction}: ${error.message}`;
      }
      if (error && transactionControl.test(text)) this.destroy(error instanceof Error ? error : undefined);
    };
  }

  /** Restarts the timer for the statement that PostgreSQL runs now. */
  #watch(): void {
    clearTimeout(this.#timer);
    const [first] = this.#pending;
    if (!first || first.limitMs === 0) return;
    this.#timer = setTimeout(() => {
      // The process may have been suspended: read the data that has arrived first.
      this.#timer = setTimeout(() => {
        this.destroy(new AnswerLateError(`PostgreSQL has not answered for ${first.limitMs} ms`));
      }, readingMs);
    }, first.limitMs);
  }
}

/**
 * Opens a separate connection. When it fails it emits `error` and `end` and does not reconnect.
 * @param name shown in `pg_stat_activity`
 * @throws when the server does not respond within `limits.connectMs`
 */
export async function connectPostgres(
  url: string,
  { name, limits = requestLimits }: { readonly name: string; readonly limits?: DatabaseLimits },
): Promise<PostgresClient> {
  const client = new PostgresClient({ connectionString: url, application_name: name, limits });
  await client.connect();
  return client;
}
