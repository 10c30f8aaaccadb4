import type { z } from 'zod';
import { runCommand } from './commands.ts';
import { runProcess } from './run-process.ts';
import type { ServiceDefinition } from './service-definition.ts';
import { startService } from './start-service.ts';

/**
 * The main function of a service: without arguments it serves; with arguments it runs an operator's command (`migrate`,
 * `await-migrations`, `republish`, `verify`, `rebuild`, `dead-letters`) and ends.
 */
export async function runService<Schema extends z.ZodObject>(definition: ServiceDefinition<Schema>): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  await runProcess(async () => {
    if (!command) return startService(definition, process.env);
    await runCommand(definition, command, args, process.env);
    return undefined;
  });
}
