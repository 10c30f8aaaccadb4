import { Refusal } from '@nightshelf/servers/refusal.ts';
import { formatLine, isInformation } from '../logging/format-line.ts';
import { startProduct } from '../product/start-product.ts';
import { checkoutRoot } from '../root.ts';
import { readSettings, SettingsError, settingsExitCode, withEnvFile } from '../settings/settings.ts';
import { gamesOf, readyMessage } from './ready-message.ts';
import { onStopRequest } from './stop-request.ts';

/** After this time, all processes are killed. */
const stopWithinMs = 30_000;

/**
 * `npm start`: runs the product until it receives a stop request, then ends the process. With `--demo`, providers are
 * simulated.
 * @param root folder of the checkout
 */
export async function runLauncher(root = checkoutRoot): Promise<never> {
  const began = performance.now();
  try {
    const demo = process.argv.includes('--demo') ? { DEMO: '1' } : {};
    const settings = readSettings({ ...withEnvFile(root, process.env), ...demo });
    const colour = settings.LOG_FORMAT === 'pretty' && process.stdout.isTTY === true && !process.env.NO_COLOR;
    let isReady = false;
    const isCalm = settings.LOG_FORMAT === 'pretty' && settings.LOG_LEVEL === 'info';
    const onLine = (name: string, line: string) => {
      // Until everything is ready, the start-up steps are enough output.
      if (isCalm && !isReady && isInformation(line)) return;
      process.stdout.write(`${formatLine(name, line, { form: settings.LOG_FORMAT, colour })}\n`);
    };
    const onStep = (step: string) => {
      if (settings.LOG_FORMAT === 'pretty') console.log(`${step}…`);
    };
    const giveUp = new AbortController();
    const request = onStopRequest();
    void request.first.then(() => giveUp.abort(new Refusal('Stopped before it was ready.')));
    let endAtOnce = async () => {};
    void request.second.then(() => endAtOnce()).then(() => process.exit(130));

    const product = await startProduct({ settings, root, onLine, onStep, signal: giveUp.signal });
    isReady = true;
    const seconds = (performance.now() - began) / 1000;
    console.log(readyMessage(product, { seconds, games: await gamesOf(product) }));
    const fault = await Promise.race([request.first, product.wrongSettings.catch((error: unknown) => error)]);
    if (fault) console.error(messageOf(fault));
    console.log('Stopping; once more ends it at once.');
    endAtOnce = () => product.kill();
    const late = setTimeout(() => void product.kill(), stopWithinMs);
    await product.stop();
    clearTimeout(late);
    console.log('Stopped.');
    process.exit(fault ? settingsExitCode : 0);
  } catch (error) {
    console.error(messageOf(error));
    process.exit(error instanceof SettingsError ? settingsExitCode : 1);
  }
}

/** Returns only the message of an error that the user can fix, and the full stack of any other. */
function messageOf(error: unknown): string {
  if (error instanceof SettingsError || error instanceof Refusal) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
