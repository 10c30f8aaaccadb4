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

/** How a game of the vault was played. A session can be logged at once, whatever is known of those before. */
export function PlaysPanel({ game, entry }: PlaysPanelProps) {
  // The server has not heard of the game yet.
  const isNew = isTemporary(entry);
  const [wasNew] = useState(isNew);
  const { currentData, error, isFetching, refetch } = usePlaythroughsQuery(isNew ? skipToken : entry.id);
  // Of a game that was added here there are none before the server says so: a form that is open stays meanwhile.
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
