/**
 * The process of the services named in its arguments. It loads their code while the servers start. Then it receives a
 * message with the environments, migrates the databases if the message says so, and starts the services.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { expectNoOtherProcess } from '@nightshelf/platform/jobs/worker.ts';
import { runCommand } from '@nightshelf/platform/service/commands.ts';
import { runProcess } from '@nightshelf/platform/service/run-process.ts';
import type { ServiceDefinition } from '@nightshelf/platform/service/service-definition.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import type { Environments } from '../data-dir/kept-files.ts';
import { checkoutRoot } from '../root.ts';

const names = process.argv.slice(2);
expectNoOtherProcess();

interface Message {
  readonly environments: Environments;
  readonly migrate: boolean;
}

async function load(name: string): Promise<ServiceDefinition> {
  const loaded = await import(join(checkoutRoot, 'services', name, 'src', 'service.ts'));
  return loaded[`${name}Service`];
}

await runProcess(async () => {
  const received = once(process, 'message');
  const endWithLauncher = () => process.exit(1);
  process.once('disconnect', endWithLauncher);
  const definitions = await Promise.all(names.map(load));
  const [{ environments, migrate }] = (await received) as [Message];
  let unprepared = definitions.length;
  const start = async (definition: ServiceDefinition) => {
    const env = { ...process.env, ...environments[definition.name] };
    try {
      if (migrate) await runCommand(definition, 'migrate', [], env);
      unprepared -= 1;
      if (unprepared === 0) process.send?.('prepared');
      return await startService(definition, env);
    } catch (error) {
      if (names.length > 1) console.error(`${definition.name} could not be started:`);
      throw error;
    }
  };
  const running = await Promise.all(definitions.map(start));
  process.off('disconnect', endWithLauncher);
  return { stop: async () => void (await Promise.all(running.map((service) => service.stop()))) };
});
