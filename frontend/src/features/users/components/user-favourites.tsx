import { FavouriteCovers } from '../../../entities/game/favourite-covers.tsx';
import type { Content } from '../content.ts';
import { userTexts as texts } from '../texts.ts';

/** A user's visible favorite games; renders nothing without any. */
export function UserFavourites({ username, library, favourites }: Content & { readonly username: string }) {
  const games = favourites.flatMap((id) => library.find((entry) => entry.id === id) ?? []);
  if (games.length === 0) return null;
  return (
    <section aria-labelledby="favourites" className="mb-10">
      <h2 id="favourites" className="mb-3 text-xl">
        {texts.favourites}
      </h2>
      <FavouriteCovers
        label={texts.favouritesOf(username)}
        games={games.map(({ id, guid, game, image_url }) => ({ entry_id: id, guid, name: game.name, image_url }))}
      />
    </section>
  );
}
