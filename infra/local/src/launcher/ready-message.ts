import { usesSimulator } from '../product/environments.ts';
import type { RunningProduct } from '../product/start-product.ts';

type Described = Pick<RunningProduct, 'url' | 'settings' | 'kafka'>;

/** What a person is told when everything is ready. @param seconds that the start took */
export function readyMessage({ url, settings, kafka }: Described, seconds: number): string {
  const lines = [
    `Nightshelf is ready: ${url} (${seconds.toFixed(1)} s)`,
    `  servers    PostgreSQL, Redis${kafka ? ', Kafka' : ''}; events go over ${busOf(settings)}`,
    '  processes  gateway, auth, library, catalog, social, media',
    `  data       ${settings.DATA_DIR}`,
  ];
  if (usesSimulator(settings)) {
    lines.push(
      '  providers  simulated; for the real ones set GIANTBOMB_API_KEY, or IGDB_CLIENT_ID and IGDB_CLIENT_SECRET',
    );
  }
  if (settings.OIDC_DEMO) {
    lines.push('  sign-in    Demo ID, where anybody can be ada, bob, mia or kim: for trying out only');
  }
  return ['', ...lines, '  stop       Ctrl-C', ''].join('\n');
}

function busOf({ EVENT_BUS, KAFKA_BROKERS }: Described['settings']): string {
  if (EVENT_BUS === 'redis') return 'Redis Streams';
  return KAFKA_BROKERS ? `Kafka at ${KAFKA_BROKERS}` : 'Kafka';
}
