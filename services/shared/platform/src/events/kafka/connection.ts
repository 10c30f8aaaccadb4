import { pause } from '../delivery/redelivery.ts';

interface Connectable {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

const disconnectMs = 5000;
const retryPauseMs = 300;

/** kafkajs may wait forever for a lost broker. */
export async function disconnectBounded(client: Pick<Connectable, 'disconnect'>): Promise<void> {
  const bound = new AbortController();
  await Promise.race([client.disconnect().catch(() => undefined), pause(disconnectMs, bound.signal)]);
  bound.abort();
}

/** A kafkajs client that is opened on first use and replaced after any failure. */
export class Connection<Client extends Connectable> {
  readonly #create: () => Client;
  #opening: Promise<Client> | undefined;

  constructor(create: () => Client) {
    this.#create = create;
  }

  /**
   * Retries with a new client when Kafka calls the error retriable, because the old client may know outdated leaders.
   */
  async useAgain<Result>(act: (client: Client) => Promise<Result>, attempts = 3): Promise<Result> {
    try {
      return await this.use(act);
    } catch (error) {
      const passes = error instanceof Error && 'retriable' in error && error.retriable === true;
      if (!passes || attempts <= 1) throw error;
      await pause(retryPauseMs);
      return this.useAgain(act, attempts - 1);
    }
  }

  async use<Result>(act: (client: Client) => Promise<Result>): Promise<Result> {
    this.#opening ??= this.#open();
    const opening = this.#opening;
    try {
      return await act(await opening);
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined;
      void opening.then(disconnectBounded, () => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    const client = await this.#opening?.catch(() => undefined);
    this.#opening = undefined;
    if (client) await disconnectBounded(client);
  }

  async #open(): Promise<Client> {
    const client = this.#create();
    try {
      await client.connect();
    } catch (error) {
      void disconnectBounded(client);
      throw error;
    }
    return client;
  }
}
