import { SettingsError, settingsExitCode } from '@nightshelf/platform/config/settings.ts';
import { stopOnSignal } from '@nightshelf/platform/service/signals.ts';
import { startConsole } from './start-console.ts';

try {
  const { url, stop } = await startConsole(process.env);
  console.log(`The console is at ${url}`);
  stopOnSignal(stop, process.env.EXIT_WITH_PARENT === '1');
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(error instanceof SettingsError ? settingsExitCode : 1);
}
