import type { z } from 'zod';
import { SettingsError, settingsExitCode } from '../config/settings.ts';
import { runCommand } from './commands.ts';
import type { ServiceDefinition } from './service-definition.ts';
import { stopOnSignal } from './signals.ts';
import { startService } from './start-service.ts';

/**
 * The whole of a service's main: `node src/main.ts` serves; with arguments it runs an operator's command (`migrate`,
 * `await-migrations`, `republish`, `verify`, `rebuild`, `dead-letters`) and ends.
 */
export async function runService<Schema extends z.ZodObject>(definition: ServiceDefinition<Schema>): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  try {
    if (command) {
      await runCommand(definition, command, args, process.env);
      return;
    }
    const service = await startService(definition, process.env);
    stopOnSignal(() => service.stop(), process.env.EXIT_WITH_PARENT === '1');
  } catch (error) {
    if (error instanceof SettingsError) {
      console.error(error.message);
      process.exit(settingsExitCode);
    }
    console.error(error);
    process.exit(1);
  }
}
