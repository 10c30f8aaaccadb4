import type { z } from 'zod';
import { operatorLimits } from '../database/limits.ts';
import { awaitDatabase, awaitMigrations, migrate } from '../database/migrate.ts';
import { runDeadLetterCommand } from '../events/dead-letters/command.ts';
import { handlingOf } from '../events/inbox/consumer.ts';
import { runCopiesCommand } from '../events/projections/command.ts';
import { onSnapshotted } from '../events/projections/copies.ts';
import { publishSnapshotsNow } from '../events/projections/publish-snapshots.ts';
import { buildFoundation } from './foundation.ts';
import { CommandRefused } from './run-process.ts';
import { composeParts, readServiceSettings, type ServiceDefinition } from './service-definition.ts';
import { createBase } from './start-process.ts';

/** How long a command waits for a lock, because requests queue behind it. */
const lockMs = 3000;
/** How long `migrate` waits for a new database. */
const databaseTimeoutMs = 600_000;

const everyones = ['migrate', 'await-migrations', 'republish', 'verify', 'rebuild', 'dead-letters'];

/**
 * Runs one of an operator's commands against the service's database and bus, then ends.
 * - `migrate` applies all migrations once the database is available
 * - `await-migrations` waits until another process has done so
 * - `republish` publishes a snapshot of the service's subjects; harmless to consumers that are up to date
 * - `verify` requests a snapshot from the owners, with which the running service verifies and repairs its copies
 * - `rebuild` makes it write all of these copies anew, in place
 * - `dead-letters list|replay [topic] [event id]` shows or replays events that the service could not handle
 * - any other name is a command of the service itself
 */
export async function runCommand<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const settings = readServiceSettings(definition, env);
  const base = createBase(definition.name, settings);
  const { teardown, logger } = base;
  const { projections = [] } = definition;
  try {
    const foundation = await buildFoundation(definition, settings, base, { ...operatorLimits, lockMs });
    const { orm, relay, work } = foundation;
    if (command === 'migrate') {
      await awaitDatabase(orm, logger, databaseTimeoutMs);
      await migrate(orm, settings.DATABASE_URL, logger);
    } else if (command === 'await-migrations') {
      await awaitMigrations(orm, logger);
    } else if (command === 'republish') {
      const { owns, republish } = await composeParts(definition, foundation, teardown);
      // A snapshot waits while many events are unpublished, and no other relay may be running.
      teardown.add('relay', () => relay.stop());
      relay.start();
      const recorded = (await republish()) + (await publishSnapshotsNow(work, owns));
      console.log(`Recorded ${recorded} events of ${definition.name}.`);
      await relay.drain();
    } else if (command === 'verify' || command === 'rebuild') {
      await runCopiesCommand(work, definition.name, projections, command === 'rebuild');
    } else if (command === 'dead-letters') {
      const { handlers } = await composeParts(definition, foundation, teardown);
      const all = [...handlers, ...onSnapshotted(projections)];
      await runDeadLetterCommand(handlingOf({ service: definition.name, work, handlers: all, projections }), args);
    } else {
      const { commands } = await composeParts(definition, foundation, teardown);
      const own = Object.hasOwn(commands, command) ? commands[command] : undefined;
      if (!own)
        throw new CommandRefused(`Unknown command ${command}: ${[...everyones, ...Object.keys(commands)].join(', ')}`);
      await own(args);
    }
  } finally {
    await teardown.run();
  }
}
