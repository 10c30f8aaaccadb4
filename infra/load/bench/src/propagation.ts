import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { PublicUser } from '@nightshelf/contracts/users.ts';
import type { RunningProduct } from '@nightshelf/local/product/start-product.ts';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import { type Bench, less, neither, percentiles } from './figures.ts';
import { cpuTimeOf, startProductOf } from './product.ts';

const writesPerSecond = 50;
const runSeconds = 10;
/** How long V8 needs to optimize the code of ten new processes. */
const warmUpSeconds = 20;
const writers = 20;
/** Time between two reads; measured delays are at most this much too long. */
const readEveryMs = 10;
/** A write that is not visible by then counts as not seen. */
const deadlineMs = 10_000;

interface Writer {
  readonly client: GatewayClient;
  readonly userId: PublicUser['id'];
  readonly entryId: string;
}

interface Measured {
  /** Milliseconds from the acknowledged write until another user reads it on the user's page. */
  readonly delays: number[];
  readonly unseen: number;
  readonly failed: number;
  readonly reads: number;
}

/**
 * Measures how long an acknowledged change of a vault takes until another user sees it: gateway, library, outbox, bus,
 * social, gateway.
 */
export const propagationBench = (bus: 'redis' | 'kafka'): Bench => ({
  what: `From an acknowledged change until another user reads it, ${writesPerSecond} changes a second for ${runSeconds} s.`,
  onPage: /^seen by another: p(50|95)$/,
  turn: async (root) => {
    const product = await startProductOf(root, { EVENT_BUS: bus, RATE_LIMIT_FACTOR: 10_000, LOG_LEVEL: 'warn' });
    try {
      const everyone = await Promise.all(Array.from({ length: writers }, () => becomeWriter(product.url)));
      const { client: reader } = await GatewayClient.register(product.url);
      await writeAtRate(everyone, reader, 0, warmUpSeconds);
      const before = cpuTimes(product);
      const hours = (writesPerSecond * warmUpSeconds) / writers;
      const { delays, unseen, failed, reads } = await writeAtRate(everyone, reader, Math.ceil(hours), runSeconds);
      const after = cpuTimes(product);
      const requests = delays.length + unseen + reads;
      const cpu = [...after].map(([name, ms]) => {
        return less(`CPU of ${name} per request`, 'µs', ((ms - (before.get(name) ?? 0)) * 1000) / requests);
      });
      return [
        ...percentiles('seen by another', delays, [50, 95, 99]),
        less('not seen, or failed', '', unseen + failed),
        less(
          'CPU per request',
          'µs',
          cpu.reduce((sum, { value }) => sum + value, 0),
        ),
        ...cpu,
        neither('requests of the reader per change', '', reads / delays.length),
      ];
    } finally {
      await product.stop();
    }
  },
});

/** CPU time of each process so far in milliseconds, by name; services may share one. */
const cpuTimes = ({ processes }: RunningProduct) =>
  new Map([...processes.values()].map(({ child }) => [child.name, cpuTimeOf(child.pid ?? 0)]));

async function becomeWriter(url: string): Promise<Writer> {
  const { client, user } = await GatewayClient.register(url);
  // Other users see only games that the catalog confirms.
  const { results } = await client.call(catalogCalls.searchExternalGames, { query: { q: 'zelda', limit: 1 } });
  const [game] = results;
  if (!game) throw new Error('The provider knows no game');
  const { guid, name } = game;
  const { user_game } = await client.call(libraryCalls.addExternalEntry, { body: { guid, name } });
  return { client, userId: user.id, entryId: user_game.id };
}

/**
 * Writes at a fixed rate, whether or not earlier writes are visible, so that a stall stays visible.
 * @param hoursBefore hours that the writers' entries have; each change adds one
 */
async function writeAtRate(
  everyone: readonly Writer[],
  reader: GatewayClient,
  hoursBefore: number,
  forSeconds: number,
): Promise<Measured> {
  const delays: number[] = [];
  const pending: Promise<void>[] = [];
  let unseen = 0;
  let failed = 0;
  let reads = 0;
  const read = async ({ userId, entryId }: Writer) => {
    reads += 1;
    const { library } = await reader.call(socialCalls.getUser, { params: { id: userId } });
    return library.find(({ id }) => id === entryId)?.hours_played ?? 0;
  };
  const began = performance.now();
  for (let count = 0; count < writesPerSecond * forSeconds; count += 1) {
    const wait = began + (count * 1000) / writesPerSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const writer = everyone[count % everyone.length];
    if (!writer) continue;
    const hours = hoursBefore + 1 + Math.floor(count / everyone.length);
    pending.push(
      observe(writer, read, hours).then(
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
  return { delays, unseen, failed, reads };
}

async function observe(writer: Writer, read: (writer: Writer) => Promise<number>, hours: number) {
  const { client, entryId } = writer;
  await client.call(libraryCalls.updateEntry, { params: { id: entryId }, body: { hours_played: hours } });
  const acknowledged = performance.now();
  while (performance.now() - acknowledged < deadlineMs) {
    // A later write of the same writer proves this one too, because events of one user keep their order.
    if ((await read(writer)) >= hours) return performance.now() - acknowledged;
    await new Promise((resolve) => setTimeout(resolve, readEveryMs));
  }
  return undefined;
}
