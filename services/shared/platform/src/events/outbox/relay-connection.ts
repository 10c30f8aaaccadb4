import type pg from 'pg';
import { answerLimit, type DatabaseLimits } from '../../database/limits.ts';
import { PostgresClient } from '../../database/postgres-client.ts';

/** Longest wait for a response; all statements of the relay are small. */
const answerLimitMs = 5000;

/** No limits as startup parameters, because a transaction-pooling proxy refuses such sessions. */
const limits: DatabaseLimits = { statementMs: 0, answerMs: 0, lockMs: 0, idleInTransactionMs: 0, connectMs: 3000 };

/**
 * The relay's own database connection. It keeps no session state (locks, prepared statements, settings) and each
 * statement is its own transaction, so it works behind a transaction-pooling proxy and a suspended relay leaves no lock
 * behind.
 */
export class RelayConnection {
  readonly #client: PostgresClient;
  /** Undefined while the connection works, else why it failed. */
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

  /** @throws when there is no response in time; the connection then counts as dead */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await answerLimit.run(answerLimitMs, () => this.#client.query<Row>(text, values))).rows;
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}
