import { type ReadyGame, views } from '@nightshelf/contracts';
import { defineProjection } from '@nightshelf/platform';
import { spreadGameChange } from '../vault/game-changes.ts';

interface Row {
  readonly summary: string;
  readonly image_url: string | null;
  readonly platform_names: ReadyGame['platformNames'];
}

export const gamesProjection = defineProjection<Row, ReadyGame>({
  view: views.readyGameView,
  table: 'games',
  key: ['guid'],
  keyType: 'text',
  columns: 'kept.summary, kept.image_url, kept.platform_names',
  kept: ({ summary, image_url, platform_names }) => ({
    json: summary,
    imageUrl: image_url,
    platformNames: platform_names,
  }),
  async remove(em, guid) {
    await em.execute('delete from games where guid = ?', [guid]);
    await spreadGameChange(em, guid);
  },
});
