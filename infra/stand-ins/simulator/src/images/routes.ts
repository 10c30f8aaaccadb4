import type { FastifyInstance, FastifyReply } from 'fastify';
import { catalogue, gameWithId } from '../catalogue/catalogue.ts';
import { coverIdOf, type Game } from '../catalogue/game.ts';
import type { ReviewSchedule } from '../youtube/schedule.ts';
import { cover } from './cover.ts';
import { thumbnail } from './thumbnail.ts';

const forever = 'public, max-age=31536000, immutable';

const byCoverId = new Map(catalogue.map((game) => [coverIdOf(game), game]));

function picture(reply: FastifyReply, svg: string | undefined) {
  if (svg === undefined) return reply.status(404).type('text/plain').send('Not Found');
  return reply
    .headers({
      'cache-control': forever,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    .type('image/svg+xml')
    .send(svg);
}

const drawn = (game: Game | undefined) => game && cover(game);

/** Covers and thumbnails, drawn when they are asked for. */
export async function imageRoutes(app: FastifyInstance, { schedule }: { schedule: ReviewSchedule }): Promise<void> {
  app.get<{ Params: { id: string } }>('/images/covers/3030-:id(^\\d+).svg', ({ params }, reply) =>
    picture(reply, drawn(gameWithId(Number(params.id)))),
  );

  app.get<{ Params: { size: string; id: string } }>('/igdb/image/upload/:size/:id.jpg', ({ params }, reply) =>
    picture(reply, drawn(byCoverId.get(params.id))),
  );

  app.get<{ Params: { id: string } }>('/images/thumbnails/:id.svg', ({ params }, reply) => {
    const video = schedule.videoWithId(params.id);
    return picture(reply, video && thumbnail(video));
  });
}
