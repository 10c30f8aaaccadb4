import { SettingsError, settingsExitCode } from '@nightshelf/platform/config/settings.ts';
import { stopOnSignal } from '@nightshelf/platform/service/signals.ts';
import { startGateway } from './start-gateway.ts';

try {
  const gateway = await startGateway(process.env);
  stopOnSignal(() => gateway.stop(), process.env.EXIT_WITH_PARENT === '1');
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(error instanceof SettingsError ? settingsExitCode : 1);
}
