import type pg from 'pg';
import { answerLimit, type DatabaseLimits } from '../../database/limits.ts';
import { PostgresClient } from '../../database/postgres-client.ts';

/** Longest that the relay waits for an answer, in milliseconds; all its statements are small. */
const answerLimitMs = 5000;

/** None that would have to be told to PostgreSQL at the start: a proxy that pools transactions refuses such sessions. */
const limits: DatabaseLimits = { statementMs: 0, answerMs: 0, lockMs: 0, idleInTransactionMs: 0, connectMs: 3000 };

/**
 * The relay's own connection to the database. It keeps nothing in the session (no locks, no prepared statements, no
 * settings), and every statement is a transaction of its own: so it works behind a proxy that pools transactions, and a
 * relay that is frozen leaves no lock behind.
 */
export class RelayConnection {
  readonly #client: PostgresClient;
  /** Undefined while the connection stands, else why it fell. */
  fallen: Error | undefined;

  private constructor(client: PostgresClient) {
    this.#client = client;
    client.on('error', (error) => {
      this.fallen ??= error;
    });
    client.on('end', () => {
      this.fallen ??= new Error('The connection to the database has ended');
    });
  }

  static async open(connectionString: string): Promise<RelayConnection> {
    const client = new PostgresClient({ connectionString, application_name: 'relay', limits, options: undefined });
    const connection = new RelayConnection(client);
    await client.connect();
    return connection;
  }

  /** @throws when there is no answer in time; the connection then counts as dead and is given up */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await answerLimit.run(answerLimitMs, () => this.#client.query<Row>(text, values))).rows;
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}
