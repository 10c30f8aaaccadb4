import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { AuthSettings } from '../config.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { prepareArchives, pruneArchivesOften } from './jobs.ts';
import { archiveRoutes } from './routes.ts';

interface Given extends Foundation<AuthSettings> {
  readonly sessions: BrowserSessions;
}

export function composeArchives({ work, sessions, settings, logger }: Given): ServicePart {
  const { LIBRARY_URL: libraryUrl, SOCIAL_URL: socialUrl, IDENTITY_SECRET: identitySecret } = settings;
  const parts = { work, sessions, libraryUrl, socialUrl, identitySecret, logger };
  const archives = prepareArchives(parts);
  return {
    routes: (app) => archiveRoutes(app, { work, onAsked: () => archives.wake() }),
    jobs: [archives, pruneArchivesOften(parts)],
  };
}
