import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { RunningProduct } from '../product/start-product.ts';

type Described = Pick<RunningProduct, 'url' | 'settings' | 'kafka'>;

/** The catalog's game counts; null when the catalog does not report them. */
export type Games = Pick<CallAnswer<typeof catalogCalls.getCatalogue>, 'catalogue'> | null;

interface Start {
  readonly seconds: number;
  readonly games: Games;
}

/** Returns the message printed when the product is ready, with the address last. */
export function readyMessage({ url, settings, kafka }: Described, { seconds, games }: Start): string {
  const lines = [
    `Ready in ${seconds.toFixed(1)} s.`,
    `  data       ${settings.DATA_DIR}`,
    `  events     ${busOf(settings, kafka !== null)}`,
    `  games      ${gamesIn(settings, games)}`,
    `  videos     ${videosIn(settings)}`,
    ...(settings.OIDC_DEMO ? ['  sign-in    Demo ID: anyone can be ada, bob, mia or kim, for trying out only'] : []),
    '  stop       Ctrl-C',
    '',
    `Nightshelf is ready: ${url}`,
  ];
  return ['', ...lines, ''].join('\n');
}

/** Asks the catalog for its game counts. */
export async function gamesOf(product: Pick<RunningProduct, 'process'>): Promise<Games> {
  try {
    const response = await fetch(product.process('catalog').url + catalogCalls.getCatalogue.path, {
      signal: AbortSignal.timeout(3000),
    });
    return response.ok ? ((await response.json()) as Games) : null;
  } catch {
    return null;
  }
}

function gamesIn({ DEMO, IGDB_CLIENT_ID, GIANTBOMB_API_KEY }: Described['settings'], games: Games): string {
  if (DEMO) return 'simulated, as this is a demonstration';
  const offline = games?.catalogue
    ? `offline catalogue of ${games.catalogue.games.toLocaleString('en-US')} games`
    : 'no offline catalogue';
  if (IGDB_CLIENT_ID) return `IGDB, over an ${offline}`;
  if (GIANTBOMB_API_KEY) return `Giant Bomb, over an ${offline}`;
  return `${offline}, and Wikidata where it can be reached; set IGDB_CLIENT_ID and IGDB_CLIENT_SECRET for covers and descriptions`;
}

function videosIn({ DEMO, YOUTUBE_API_KEY }: Described['settings']): string {
  if (DEMO) return 'simulated, as this is a demonstration';
  return YOUTUBE_API_KEY ? "YouTube's API" : "the channels' public feeds, which need no key; samples without a network";
}

function busOf({ EVENT_BUS, KAFKA_BROKERS }: Described['settings'], isOwnKafka: boolean): string {
  if (EVENT_BUS === 'redis') return 'Redis Streams';
  return isOwnKafka ? 'Kafka' : `Kafka at ${KAFKA_BROKERS}`;
}
