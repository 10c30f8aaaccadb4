import type { Game } from './catalogue/game.ts';

/** Everything the simulator can be told. */
export interface SimulatorOptions {
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port?: number;
  /** Origin at which browsers reach the images; by default http://localhost:<port>. */
  readonly publicUrl?: string;
  readonly giantBombKey?: string;
  readonly igdbClientId?: string;
  readonly igdbClientSecret?: string;
  readonly steamKey?: string;
  readonly youtubeKey?: string;
  /** Games that IGDB has beside those of the catalogue. */
  readonly games?: readonly Game[];
  /** The clock that videos are published by. */
  readonly now?: () => Date;
}

export interface Credentials {
  readonly giantBombKey: string;
  readonly igdbClientId: string;
  readonly igdbClientSecret: string;
  readonly steamKey: string;
  readonly youtubeKey: string;
}

const defaultCredential = 'simulator';

/** The keys that the simulated providers accept. */
export function credentialsOf(options: SimulatorOptions): Credentials {
  return {
    giantBombKey: options.giantBombKey ?? defaultCredential,
    igdbClientId: options.igdbClientId ?? defaultCredential,
    igdbClientSecret: options.igdbClientSecret ?? defaultCredential,
    steamKey: options.steamKey ?? defaultCredential,
    youtubeKey: options.youtubeKey ?? defaultCredential,
  };
}

/** Options from environment variables; throws RangeError for a PORT or SIMULATOR_PUBLIC_URL that is none. */
export function optionsFromEnvironment(environment: NodeJS.ProcessEnv): SimulatorOptions {
  const given = (name: string) => environment[name] || undefined;
  const port = Number(given('PORT') ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new RangeError('PORT must be between 0 and 65535');
  const publicUrl = given('SIMULATOR_PUBLIC_URL');
  if (publicUrl && !URL.canParse(publicUrl)) throw new RangeError('SIMULATOR_PUBLIC_URL must be an address');
  return {
    host: given('HOST'),
    port,
    publicUrl,
    giantBombKey: given('GIANTBOMB_API_KEY'),
    igdbClientId: given('IGDB_CLIENT_ID'),
    igdbClientSecret: given('IGDB_CLIENT_SECRET'),
    steamKey: given('STEAM_API_KEY'),
    youtubeKey: given('YOUTUBE_API_KEY'),
  };
}
