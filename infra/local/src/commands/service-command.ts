import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Refusal } from '@nightshelf/servers/process/tools.ts';
import { readEnvironments } from '../data-dir/kept-files.ts';
import { isDataDirLocked } from '../data-dir/lock.ts';
import { childEnvironment } from '../product/processes.ts';
import { entryOf, services } from '../product/topology.ts';
import { checkoutRoot } from '../root.ts';
import { readSettings, SettingsError, settingsExitCode, withEnvFile } from '../settings/settings.ts';

/** `npm run <command> -- <service> …`: runs a service's operator command against the running product. */
function runServiceCommand([command = '', name = '', ...args]: readonly string[]): number {
  const service = services.find((known) => known === name);
  if (!service) throw new Refusal(`Usage: npm run ${command} -- <${services.join('|')}> …`);
  const settings = readSettings(withEnvFile(checkoutRoot, process.env));
  const dataDir = resolve(checkoutRoot, settings.DATA_DIR);
  if (!isDataDirLocked(dataDir)) {
    throw new Refusal(`The product on ${dataDir} is not running: npm start first, or set DATA_DIR.`);
  }
  const own = { ...readEnvironments(dataDir)[service], LOG_LEVEL: 'warn' };
  const { status } = spawnSync(process.execPath, [entryOf(service), command, ...args], {
    cwd: checkoutRoot,
    env: childEnvironment(checkoutRoot, own),
    stdio: 'inherit',
  });
  return status ?? 1;
}

try {
  process.exitCode = runServiceCommand(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal || error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof SettingsError ? settingsExitCode : 1;
}
