import { useOpinions } from './api.ts';
import { FollowedPlayers } from './followed-players.tsx';
import { Ratings } from './ratings.tsx';

/** What users think of a game; nothing where nobody has said anything. */
export function OpinionsPanel({ guid }: { readonly guid: string }) {
  const opinions = useOpinions(guid);
  const followed = opinions?.followed;
  return (
    <>
      {followed && followed.people.length > 0 && <FollowedPlayers people={followed.people} more={followed.more} />}
      {opinions?.ratings && <Ratings ratings={opinions.ratings} />}
    </>
  );
}
