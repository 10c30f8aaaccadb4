/**
 * The process of the services named in its arguments. It loads their code while the servers start; when it receives the
 * environments, it migrates the database of each service and starts it.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { SettingsError } from '@nightshelf/platform/config/settings.ts';
import { runCommand } from '@nightshelf/platform/service/commands.ts';
import { runProcess } from '@nightshelf/platform/service/run-process.ts';
import type { ServiceDefinition } from '@nightshelf/platform/service/service-definition.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import type { Environments } from '../data-dir/kept-files.ts';
import { checkoutRoot } from '../root.ts';

async function load(name: string): Promise<ServiceDefinition> {
  const loaded = await import(join(checkoutRoot, 'services', name, 'src', 'service.ts'));
  return loaded[`${name}Service`];
}

async function start(definition: ServiceDefinition, env: NodeJS.ProcessEnv) {
  try {
    await runCommand(definition, 'migrate', [], env);
    return await startService(definition, env);
  } catch (error) {
    throw error instanceof SettingsError ? new SettingsError(`${definition.name}: ${error.message}`) : error;
  }
}

await runProcess(async () => {
  const received: Promise<[Environments]> = once(process, 'message') as Promise<[Environments]>;
  const endWithLauncher = () => process.exit(1);
  process.once('disconnect', endWithLauncher);
  const definitions = await Promise.all(process.argv.slice(2).map(load));
  const [environments] = await received;
  const running = await Promise.all(
    definitions.map((definition) => start(definition, { ...process.env, ...environments[definition.name] })),
  );
  process.off('disconnect', endWithLauncher);
  return { stop: async () => void (await Promise.all(running.map((service) => service.stop()))) };
});
