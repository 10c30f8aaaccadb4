import type { Game } from './catalogue/games.ts';
import type { ProviderControl } from './failures.ts';
import type { ReviewSchedule } from './youtube/schedule.ts';

/** What the simulated providers share. */
export interface Simulation {
  readonly control: ProviderControl;
  /** The key, client id and client secret that the providers accept. */
  readonly key: string;
  /** A function, because the free port is known only once the server listens. */
  readonly publicUrl: () => string;
  readonly schedule: ReviewSchedule;
  readonly games: readonly Game[];
}
