import type { Opinions } from './api.ts';
import { FollowedPlayers } from './followed-players.tsx';
import { Ratings } from './ratings.tsx';

/** Opinions about a game; renders nothing without any. */
export function OpinionsPanel({ opinions: { followed, ratings } }: { readonly opinions: Opinions }) {
  return (
    <>
      {followed && followed.people.length > 0 && <FollowedPlayers people={followed.people} more={followed.more} />}
      {ratings && <Ratings ratings={ratings} />}
    </>
  );
}
