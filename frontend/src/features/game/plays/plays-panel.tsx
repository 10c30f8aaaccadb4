import type { Game } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useState } from 'react';
import { AsOf } from '../../../components/ui/as-of.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { isTemporary } from '../../../entities/library/sync/change.ts';
import { usePlaythroughsQuery } from '../../../entities/plays/api.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { Playthroughs } from './playthroughs.tsx';
import { Sessions } from './sessions.tsx';
import { playsTexts as texts } from './texts.ts';

interface PlaysPanelProps {
  readonly game: Game;
  readonly entry: LibraryEntry;
}

/** Playthroughs and sessions of a vault entry. A session can be logged before the others have loaded. */
export function PlaysPanel({ game, entry }: PlaysPanelProps) {
  // The server does not know the game yet.
  const isNew = isTemporary(entry);
  const [wasNew] = useState(isNew);
  const { currentData, error, isFetching, refetch } = usePlaythroughsQuery(isNew ? skipToken : entry.id);
  // A newly added game has no playthroughs, so an open form stays usable until the server responds.
  const playthroughs = currentData?.playthroughs ?? (isNew || wasNew ? [] : undefined);
  return (
    <>
      <AsOf at={currentData?.kept_at} canChange className="mb-3 text-sm" />
      <Sessions entry={entry} playthroughs={playthroughs ?? []} />
      {playthroughs && <Playthroughs game={game} entry={entry} playthroughs={playthroughs} />}
      {isFetching && !currentData && <p className="text-sm text-ink-2">{texts.loading}</p>}
      {error && !isFetching && !currentData && (
        <MessageBox>
          <p>{messageOf(error, texts.failed)}</p>
          <Button size="small" onClick={() => refetch()} className="mt-2">
            {texts.retry}
          </Button>
        </MessageBox>
      )}
    </>
  );
}
