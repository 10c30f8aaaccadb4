/** The process of `startMigrator`: loads all services, then migrates their databases when it receives their environments. */
import { once } from 'node:events';
import { join } from 'node:path';
import { SettingsError, settingsExitCode } from '@nightshelf/platform/config/settings.ts';
import { runCommand } from '@nightshelf/platform/service/commands.ts';
import type { ServiceDefinition } from '@nightshelf/platform/service/service-definition.ts';
import { services } from '../product/topology.ts';

const [root = ''] = process.argv.slice(2);
const received = once(process, 'message');
// The launcher is gone.
process.once('disconnect', () => process.exit(1));

const definitions = await Promise.all(
  services.map(async (name) => {
    const loaded = await import(join(root, 'services', name, 'src', 'service.ts'));
    return [name, loaded[`${name}Service`] as ServiceDefinition] as const;
  }),
);
const [environments] = await received;
await Promise.all(
  definitions.map(async ([name, definition]) => {
    try {
      await runCommand(definition, 'migrate', [], environments[name]);
    } catch (error) {
      const isWrongSetting = error instanceof SettingsError;
      console.error(`${name}:`, isWrongSetting ? error.message : error);
      process.exit(isWrongSetting ? settingsExitCode : 1);
    }
    process.send?.(name);
  }),
);
process.removeAllListeners('disconnect');
process.disconnect?.();
