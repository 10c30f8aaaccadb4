import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { CatalogSettings } from '../config.ts';
import type { ProviderChain } from '../providers/provider-chain.ts';
import { CatalogueFileError } from './catalogue-file.ts';
import { loadCatalogue } from './load-catalogue.ts';

/** Interval of retrying an unreadable file. */
const idleMs = 86_400_000;

/** The offline catalog. A process with jobs loads it before it becomes ready. */
export function composeCatalogue(foundation: Foundation<CatalogSettings>, chain: ProviderChain): ServicePart {
  const { settings, work, logger } = foundation;
  const path = settings.CATALOGUE_FILE;
  let state: 'not started' | 'loading' | 'done' = 'not started';
  const loading = new Worker({
    name: 'load-catalogue',
    idleMs,
    logger,
    step: async () => {
      if (state === 'not started') state = 'loading';
      try {
        await loadCatalogue(foundation);
      } catch (error) {
        if (!(error instanceof CatalogueFileError)) throw error;
        logger.error({ path }, error.message);
      }
      state = 'done';
      return false;
    },
  });
  return {
    jobs: path === 'none' ? [] : [loading],
    readiness: { catalogue: () => (state === 'loading' ? 'is being loaded' : null) },
    routes: (app) => {
      route(app, catalogCalls.getCatalogue, async () => {
        const sql = 'select version, games from catalogue_loads order by version desc, loaded_at desc limit 1';
        const [catalogue = null] = await work.query().execute<{ version: string; games: number }[]>(sql);
        return { success: true, message: 'The offline catalogue.', catalogue, providers: chain.state() };
      });
    },
  };
}
