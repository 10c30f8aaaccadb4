import { catalogCalls, libraryCalls, type PublicUser, socialCalls } from '@nightshelf/contracts';
import { type RunningProduct, startProduct } from '@nightshelf/local';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import { percentile } from '../statistics.ts';

const writesPerSecond = 50;
const seconds = 20;
const warmUpSeconds = 5;
const writers = 20;
/** How often a reader looks again, in milliseconds; the delays below are at most this much too long. */
const lookEveryMs = 10;
/** After this long a write counts as never seen. */
const deadlineMs = 10_000;

interface Writer {
  readonly client: GatewayClient;
  readonly userId: PublicUser['id'];
  readonly entryId: string;
}

interface Measured {
  /** Milliseconds from the acknowledged write to its sight on the user's page, as another user reads it. */
  readonly delays: number[];
  readonly unseen: number;
  readonly failed: number;
}

/**
 * How long an acknowledged change of a vault takes until another user sees it, everything included: gateway, library,
 * outbox, bus, social, gateway. Both buses, one after the other, each on a product of its own.
 */
export async function benchPropagation(): Promise<void> {
  const rows: Record<string, object> = {};
  for (const bus of ['redis', 'kafka'] as const) {
    const product = await startProduct({ settings: { EVENT_BUS: bus, RATE_LIMIT_FACTOR: 10_000, LOG_LEVEL: 'warn' } });
    try {
      const { delays, unseen, failed } = await measure(product);
      rows[bus] = {
        'writes/s': writesPerSecond,
        writes: delays.length + unseen,
        'p50 ms': percentile(delays, 50),
        'p95 ms': percentile(delays, 95),
        'p99 ms': percentile(delays, 99),
        'max ms': percentile(delays, 100),
        unseen,
        failed,
      };
    } finally {
      await product.stop();
    }
  }
  console.table(rows);
}

async function measure({ url }: RunningProduct): Promise<Measured> {
  const everyone = await Promise.all(Array.from({ length: writers }, () => becomeWriter(url)));
  const { client: reader } = await GatewayClient.register(url);
  await writeAtRate(everyone, reader, warmUpSeconds);
  return writeAtRate(everyone, reader, seconds);
}

async function becomeWriter(url: string): Promise<Writer> {
  const { client, user } = await GatewayClient.register(url);
  // A game that the catalog confirms: others see nothing else.
  const { results } = await client.call(catalogCalls.searchExternalGames, { query: { q: 'zelda', limit: 1 } });
  const [game] = results;
  if (!game) throw new Error('The provider knows no game');
  const { guid, name } = game;
  const { user_game } = await client.call(libraryCalls.addExternalEntry, { body: { guid, name } });
  return { client, userId: user.id, entryId: user_game.id };
}

/** Arrivals at a fixed rate, whether or not earlier ones have been seen, so that a stall is not hidden. */
async function writeAtRate(everyone: readonly Writer[], reader: GatewayClient, forSeconds: number): Promise<Measured> {
  const delays: number[] = [];
  const pending: Promise<void>[] = [];
  let unseen = 0;
  let failed = 0;
  const began = performance.now();
  for (let count = 0; count < writesPerSecond * forSeconds; count += 1) {
    const wait = began + (count * 1000) / writesPerSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const writer = everyone[count % everyone.length];
    if (!writer) continue;
    pending.push(
      observe(writer, reader, 0.5 * (1 + Math.floor(count / everyone.length)) + forSeconds).then(
        (delay) => {
          if (delay === undefined) unseen += 1;
          else delays.push(delay);
        },
        () => {
          failed += 1;
        },
      ),
    );
  }
  await Promise.all(pending);
  return { delays, unseen, failed };
}

async function observe({ client, userId, entryId }: Writer, reader: GatewayClient, hours: number) {
  await client.call(libraryCalls.updateEntry, { params: { id: entryId }, body: { hours_played: hours } });
  const acknowledged = performance.now();
  while (performance.now() - acknowledged < deadlineMs) {
    const { library } = await reader.call(socialCalls.getUser, { params: { id: userId } });
    const shown = library.find(({ id }) => id === entryId)?.hours_played ?? 0;
    // A later write of the same writer proves this one too: order is kept within a user.
    if (shown >= hours) return performance.now() - acknowledged;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  return undefined;
}
