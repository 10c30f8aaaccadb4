import type { Environments } from '../data-dir/kept-files.ts';
import type { Settings } from '../settings/settings.ts';
import { type ProcessName, type ServiceName, services } from './topology.ts';

/** Addresses of the parts of one running product. */
export interface Addresses {
  readonly ports: Readonly<Record<ProcessName, { readonly http: number; readonly operations: number }>>;
  readonly databaseUrl: (service: ServiceName) => string;
  readonly redisUrl: string;
  readonly redisCacheUrl: string;
  /** Set when the event bus is Kafka. */
  readonly kafkaBrokers: string | null;
  /** Folder of the built frontend. */
  readonly staticDir: string;
}

const kafkaSecurity = [
  'KAFKA_TLS',
  'KAFKA_CA_FILE',
  'KAFKA_SASL_MECHANISM',
  'KAFKA_USERNAME',
  'KAFKA_PASSWORD',
] as const;

export const publicOrigin = (settings: Settings) => settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`;

/** Returns the environment variables of every process. */
export function environmentsOf(settings: Settings, addresses: Addresses, identitySecret: string): Environments {
  const { ports } = addresses;
  const local = (name: ProcessName) => `http://127.0.0.1:${ports[name].http}`;
  const simulator = settings.DEMO ? local('simulator') : null;
  const identityProvider = settings.OIDC_DEMO ? local('identity-provider') : null;

  const common = (name: ProcessName) => ({
    HOST: '127.0.0.1',
    PORT: String(ports[name].http),
    OPERATIONS_PORT: String(ports[name].operations),
    REDIS_URL: addresses.redisUrl,
    REDIS_CACHE_URL: addresses.redisCacheUrl,
    IDENTITY_SECRET: identitySecret,
    LOG_LEVEL: settings.LOG_LEVEL,
    PUBLIC_ORIGIN: publicOrigin(settings),
    EXIT_WITH_PARENT: '1',
  });
  const service = (name: ServiceName) => ({
    ...common(name),
    DATABASE_URL: addresses.databaseUrl(name),
    EVENT_BUS: settings.EVENT_BUS,
    ...(addresses.kafkaBrokers ? { KAFKA_BROKERS: addresses.kafkaBrokers } : {}),
    // Brokers started here speak plain text on the loopback interface.
    ...(settings.KAFKA_BROKERS ? given(settings, ...kafkaSecurity) : {}),
  });
  const gateway = {
    ...common('gateway'),
    HOST: settings.HOST,
    RATE_LIMIT_FACTOR: String(settings.RATE_LIMIT_FACTOR),
    TRUST_PROXY: String(settings.TRUST_PROXY),
    STATIC_DIR: addresses.staticDir,
    ...(simulator ? { IMAGE_ORIGINS: simulator } : {}),
    ...Object.fromEntries(services.map((name) => [`${name.toUpperCase()}_URL`, local(name)])),
  };
  return {
    ...Object.fromEntries(services.map((name) => [name, service(name)])),
    auth: {
      ...service('auth'),
      LIBRARY_URL: local('library'),
      SOCIAL_URL: local('social'),
      ...authEnvironment(settings, publicOrigin(settings), identityProvider),
    },
    library: { ...service('library'), CATALOG_URL: local('catalog') },
    catalog: {
      ...service('catalog'),
      ...(simulator
        ? simulatedGames(simulator)
        : given(settings, 'PROVIDER', 'GIANTBOMB_API_KEY', 'IGDB_CLIENT_ID', 'IGDB_CLIENT_SECRET', 'STEAM_API_KEY')),
    },
    social: { ...service('social'), ...given(settings, 'PUSH_PUBLIC_KEY', 'PUSH_PRIVATE_KEY', 'PUSH_SUBJECT') },
    media: {
      ...service('media'),
      ...(simulator ? simulatedVideos(simulator) : given(settings, 'YOUTUBE_API_KEY')),
      ...(simulator || settings.YOUTUBE_API_KEY ? {} : { VIDEO_SAMPLES: '1' }),
    },
    gateway,
    ...(simulator ? { simulator: simulatorEnvironment(addresses, settings, simulator) } : {}),
    ...(identityProvider
      ? { 'identity-provider': identityProviderEnvironment(ports['identity-provider'].http, publicOrigin(settings)) }
      : {}),
  };
}

function simulatorEnvironment({ ports }: Addresses, settings: Settings, address: string) {
  return {
    HOST: '127.0.0.1',
    PORT: String(ports.simulator.http),
    SIMULATOR_PUBLIC_URL: address,
    LOG_LEVEL: settings.LOG_LEVEL,
    EXIT_WITH_PARENT: '1',
  };
}

/** The simulator needs no rate limit: this is more than any test sends. */
const noLimit = '100000';

const simulatedGames = (simulator: string) => ({
  CATALOGUE_FILE: 'none',
  PROVIDER: 'giantbomb',
  GIANTBOMB_API_KEY: 'simulator',
  GIANTBOMB_BASE_URL: `${simulator}/api`,
  IGDB_CLIENT_ID: 'simulator',
  IGDB_CLIENT_SECRET: 'simulator',
  IGDB_BASE_URL: `${simulator}/v4`,
  TWITCH_BASE_URL: simulator,
  IMAGE_ORIGINS: simulator,
  PROVIDER_LIMIT_FACTOR: noLimit,
  STEAM_API_KEY: 'simulator',
  STEAM_BASE_URL: simulator,
});

const simulatedVideos = (simulator: string) => ({
  YOUTUBE_API_KEY: 'simulator',
  YOUTUBE_BASE_URL: `${simulator}/youtube/v3`,
  YOUTUBE_FEED_BASE_URL: simulator,
});

/** Not a secret: anyone who reaches the demo provider can sign in as any of its users. */
const demoClient = { id: 'nightshelf', secret: 'demo' };

/**
 * Returns auth's own environment variables, in addition to those of every service.
 * @param demoUrl address of the demo identity provider, or null without one
 */
function authEnvironment(settings: Settings, publicOrigin: string, demoUrl: string | null) {
  const { OIDC_PROVIDERS = '[]', SMTP_URL, RATE_LIMIT_FACTOR } = settings;
  const demo = {
    id: 'demo',
    name: 'Demo ID',
    issuer: demoUrl,
    client_id: demoClient.id,
    client_secret: demoClient.secret,
  };
  const providers: unknown[] = [...JSON.parse(OIDC_PROVIDERS), ...(demoUrl ? [demo] : [])];
  return {
    ...given(settings, 'SECOND_FACTOR_KEYS', 'SMTP_URL', 'MAIL_FROM'),
    OIDC_PROVIDERS: JSON.stringify(providers),
    RATE_LIMIT_FACTOR: String(RATE_LIMIT_FACTOR),
    // Without a mail server, a local trial prints the links of mails in the log.
    ...(!SMTP_URL && isOwnMachine(publicOrigin) ? { NODE_ENV: 'development' } : {}),
  };
}

const isOwnMachine = (origin: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);

const identityProviderEnvironment = (port: number, publicOrigin: string) => ({
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_ORIGIN: publicOrigin,
  PROVIDER_ID: 'demo',
  CLIENT_ID: demoClient.id,
  CLIENT_SECRET: demoClient.secret,
  EXIT_WITH_PARENT: '1',
});

/** Returns those of the settings that have a value. */
const given = (settings: Settings, ...names: readonly (keyof Settings)[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (settings[name] === undefined ? [] : [[name, String(settings[name])]])));
