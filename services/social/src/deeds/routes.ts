import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { FastifyInstance } from 'fastify';
import { listDeeds } from './list-deeds.ts';

export function deedRoutes(
  app: FastifyInstance,
  { work, notes }: { readonly work: Work; readonly notes: PrivacyNotes },
): void {
  route(app, socialCalls.listDeeds, async ({ identity }) => {
    const deeds = await listDeeds(work.query(), notes, identity.userId);
    return { success: true as const, message: 'Activity of people you follow.', deeds };
  });
}
