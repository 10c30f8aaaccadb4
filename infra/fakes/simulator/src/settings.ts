import type { Game } from './catalogue/game.ts';

export interface SimulatorOptions {
  readonly host?: string;
  /** 0 picks a free port. */
  readonly port?: number;
  /** Public origin of the images; defaults to http://localhost:<port>. */
  readonly publicUrl?: string;
  readonly giantBombKey?: string;
  readonly igdbClientId?: string;
  readonly igdbClientSecret?: string;
  readonly steamKey?: string;
  readonly youtubeKey?: string;
  /** Games of IGDB in addition to the catalogue. */
  readonly games?: readonly Game[];
  /** The clock for publishing videos. */
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

/** Returns the keys that the simulated providers accept. */
export function credentialsOf(options: SimulatorOptions): Credentials {
  return {
    giantBombKey: options.giantBombKey ?? defaultCredential,
    igdbClientId: options.igdbClientId ?? defaultCredential,
    igdbClientSecret: options.igdbClientSecret ?? defaultCredential,
    steamKey: options.steamKey ?? defaultCredential,
    youtubeKey: options.youtubeKey ?? defaultCredential,
  };
}

/** Reads options from environment variables; throws RangeError for an invalid PORT or SIMULATOR_PUBLIC_URL. */
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
