import { useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { tintOf } from '../../lib/tint.ts';
import { type CoverSource, coverAddress, drawnCoverAddress, initialsOf } from './game-facts.ts';

interface GameCoverProps {
  readonly guid: string;
  readonly name: string;
  /** URL of the picture; null shows the cover art that the server draws. */
  readonly address: string | null;
  /** True for a cover that is visible without scrolling. */
  readonly eager?: boolean;
  /** The large cover of a game's page, the target of cover transitions. */
  readonly hero?: boolean;
  readonly className?: string;
}

/**
 * A game's cover in a reserved 3:4 box: its picture, else cover art drawn by the server, else tinted initials. It is
 * decorative, because the game's name is always next to it.
 */
export function GameCover({ guid, name, address, eager = false, hero = false, className }: GameCoverProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const shown = [address, drawnCoverAddress(name)].find((each) => each !== null && !failed.includes(each));
  return (
    <span
      style={tintOf(guid)}
      data-cover={hero ? 'hero' : ''}
      className={cx('cover-tint relative block aspect-3/4 w-full overflow-hidden rounded-lg', className)}
      aria-hidden="true"
    >
      {shown ? (
        <img
          src={shown}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed((before) => [...before, shown])}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <span className="@container absolute inset-0 flex items-center justify-center font-heading font-bold">
          <span className="text-[34cqw] leading-none opacity-90">{initialsOf(name)}</span>
        </span>
      )}
    </span>
  );
}

interface CoverOfProps extends Omit<GameCoverProps, 'guid' | 'name' | 'address'> {
  readonly game: Partial<CoverSource> & Pick<GameCoverProps, 'guid' | 'name'>;
}

/** The cover of a game with its best picture. */
export const CoverOf = ({ game, ...cover }: CoverOfProps) => (
  <GameCover guid={game.guid} name={game.name} address={coverAddress(game)} {...cover} />
);
