import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { changeFollow } from './change-follow.ts';
import { followed, unfollowed } from './presenter.ts';

export function followRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, socialCalls.followUser, async ({ identity, params, intent }) =>
    followed(await changeFollow(work.for(intent), identity.userId, params.id, true)),
  );

  route(app, socialCalls.unfollowUser, async ({ identity, params, intent }) =>
    unfollowed(await changeFollow(work.for(intent), identity.userId, params.id, false)),
  );
}
