import pg from 'pg';

/** Longest that the relay waits for an answer, in milliseconds; all its statements are small. */
const queryLimitMs = 5000;
const connectLimitMs = 3000;

/**
 * The relay's own connection to the database. It keeps nothing in the session (no locks, no prepared statements, no
 * settings), and every statement is a transaction of its own: so it works behind a proxy that pools transactions, and a
 * relay that is frozen leaves no lock behind.
 */
export class RelayConnection {
  readonly #client: pg.Client;
  /** Undefined while the connection stands, else why it fell. */
  fallen: Error | undefined;

  private constructor(client: pg.Client) {
    this.#client = client;
    client.on('error', (error) => {
      this.fallen ??= error;
    });
    client.on('end', () => {
      this.fallen ??= new Error('The connection to the database has ended');
    });
  }

  static async open(connectionString: string): Promise<RelayConnection> {
    const client = new pg.Client({
      connectionString,
      application_name: 'relay',
      connectionTimeoutMillis: connectLimitMs,
      keepAlive: true,
    });
    const connection = new RelayConnection(client);
    await client.connect();
    return connection;
  }

  /** @throws when there is no answer in time; the connection then counts as dead and is given up */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.fallen ??= new Error(`The database has not answered within ${queryLimitMs} ms`);
        this.#destroy();
        reject(this.fallen);
      }, queryLimitMs);
    });
    try {
      return (await Promise.race([this.#client.query<Row>(text, values), late])).rows;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    const timer = setTimeout(() => this.#destroy(), 500);
    await this.#client.end().catch(() => undefined);
    clearTimeout(timer);
  }

  #destroy(): void {
    (this.#client as unknown as { readonly connection: pg.Connection }).connection.stream.destroy();
  }
}
