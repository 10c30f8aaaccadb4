import { Refusal } from '@nightshelf/servers/process/tools.ts';
import { formatLine, isInformation } from './logging/format-line.ts';
import { type RunningProduct, startProduct } from './product/start-product.ts';
import { checkoutRoot } from './root.ts';
import { readSettings, SettingsError, settingsExitCode, withEnvFile } from './settings/settings.ts';

type Described = Pick<RunningProduct, 'url' | 'settings' | 'kafka'>;

/** Returns the message printed when the product is ready, with the address last. */
function readyMessage({ url, settings, kafka }: Described, seconds: number): string {
  const lines = [
    `Ready in ${seconds.toFixed(1)} s.`,
    `  data       ${settings.DATA_DIR}`,
    `  events     ${busOf(settings, kafka !== null)}`,
    `  games      ${gamesIn(settings)}`,
    `  videos     ${videosIn(settings)}`,
    ...(settings.OIDC_DEMO ? ['  sign-in    Demo ID: anyone can be ada, bob, mia or kim, for trying out only'] : []),
    '  stop       Ctrl-C',
    '',
    `Nightshelf is ready: ${url}`,
  ];
  return ['', ...lines, ''].join('\n');
}

function gamesIn({ DEMO, IGDB_CLIENT_ID, GIANTBOMB_API_KEY }: Described['settings']): string {
  if (DEMO) return 'simulated, as this is a demonstration';
  if (IGDB_CLIENT_ID) return 'IGDB, over the offline catalog';
  if (GIANTBOMB_API_KEY) return 'Giant Bomb, over the offline catalog';
  return 'offline catalog, and Wikidata where it can be reached; set IGDB_CLIENT_ID and IGDB_CLIENT_SECRET for covers and descriptions';
}

function videosIn({ DEMO, YOUTUBE_API_KEY }: Described['settings']): string {
  if (DEMO) return 'simulated, as this is a demonstration';
  return YOUTUBE_API_KEY ? "YouTube's API" : "the channels' public feeds, which need no key; samples without a network";
}

function busOf({ EVENT_BUS, KAFKA_BROKERS }: Described['settings'], isOwnKafka: boolean): string {
  if (EVENT_BUS === 'redis') return 'Redis Streams';
  return isOwnKafka ? 'Kafka' : `Kafka at ${KAFKA_BROKERS}`;
}

/** One Ctrl-C can arrive several times: from the terminal, from npm and from a parent process that forwards it. */
const samePressMs = 500;

interface StopRequest {
  /** Resolves on SIGINT, SIGTERM or SIGHUP, or when the parent process ends. */
  readonly first: Promise<void>;
  readonly second: Promise<void>;
}

function onStopRequest(): StopRequest {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let firstAt: number | null = null;
  const request = () => {
    if (firstAt === null) {
      firstAt = performance.now();
      first.resolve();
    } else if (performance.now() - firstAt > samePressMs) {
      second.resolve();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
  process.on('disconnect', request);
  return { first: first.promise, second: second.promise };
}

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
    const hidesStartup = settings.LOG_FORMAT === 'pretty' && settings.LOG_LEVEL === 'info';
    const onLine = (name: string, line: string) => {
      // Until everything is ready, the start-up steps are enough output.
      if (hidesStartup && !isReady && isInformation(line)) return;
      process.stdout.write(`${formatLine(name, line, { form: settings.LOG_FORMAT, colour })}\n`);
    };
    const onStep = (step: string) => {
      if (settings.LOG_FORMAT === 'pretty') console.log(`${step}…`);
    };
    const canceled = new AbortController();
    const request = onStopRequest();
    void request.first.then(() => canceled.abort(new Refusal('Stopped before it was ready.')));
    let killAll = async () => {};
    void request.second.then(() => killAll()).then(() => process.exit(130));

    const product = await startProduct({ settings, root, onLine, onStep, signal: canceled.signal });
    isReady = true;
    console.log(readyMessage(product, (performance.now() - began) / 1000));
    const fault = await Promise.race([request.first, product.failure.catch((error: unknown) => error)]);
    if (fault) console.error(messageOf(fault));
    console.log('Stopping; press Ctrl-C again to stop immediately.');
    killAll = () => product.kill();
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
