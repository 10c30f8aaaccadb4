import { Refusal } from '@nightshelf/servers/refusal.ts';
import { formatLine } from '../logging/format-line.ts';
import { startProduct } from '../product/start-product.ts';
import { checkoutRoot } from '../root.ts';
import { readSettings, SettingsError, settingsExitCode, withEnvFile } from '../settings/settings.ts';
import { readyMessage } from './ready-message.ts';
import { onStopRequest } from './stop-request.ts';

/** Longest that the stop may take before everything is ended by force, in milliseconds. */
const stopWithinMs = 30_000;

/**
 * `npm start`: starts the product and keeps it running until it is told to stop; ends the process.
 * @param root folder of the checkout that is to run
 */
export async function runLauncher(root = checkoutRoot): Promise<never> {
  const began = performance.now();
  try {
    const settings = readSettings(withEnvFile(root, process.env));
    const colour = settings.LOG_FORMAT === 'pretty' && process.stdout.isTTY === true && !process.env.NO_COLOR;
    const onLine = (name: string, line: string) =>
      process.stdout.write(`${formatLine(name, line, { form: settings.LOG_FORMAT, colour })}\n`);
    const giveUp = new AbortController();
    const request = onStopRequest();
    void request.first.then(() => giveUp.abort(new Refusal('Stopped before it was ready.')));
    let endAtOnce = async () => {};
    void request.second.then(() => endAtOnce()).then(() => process.exit(130));

    const product = await startProduct({ settings, root, onLine, signal: giveUp.signal });
    console.log(readyMessage(product, (performance.now() - began) / 1000));
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

/** What is wrong, in words where the cause is the person's to mend, with its whole trace where it is ours. */
function messageOf(error: unknown): string {
  if (error instanceof SettingsError || error instanceof Refusal) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
