import type { ImportFigures } from '@nightshelf/contracts/imports.ts';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { useAddUnmatchedRowsMutation, useRematchRowsMutation } from '../api.ts';
import { importsTexts } from '../texts.ts';

const texts = importsTexts.one;

interface ImportSummaryProps {
  readonly imported: ImportFigures;
  readonly isBefore: boolean;
}

/** Summary of an import, and the actions on rows without a game. */
export function ImportSummary({ imported, isBefore }: ImportSummaryProps) {
  const { id, status, fates, matching, parts } = imported;
  const [addOwn, adding] = useAddUnmatchedRowsMutation();
  const [rematch, rematching] = useRematchRowsMutation();
  const asides = texts.asides(imported);
  const canChange = ['ready', 'paused', 'done'].includes(status) && fates.unmatched > 0;
  const fault = adding.error ?? rematching.error;
  const isBusy = adding.isLoading || rematching.isLoading;
  return (
    <>
      <p className="max-w-prose font-heading text-xl leading-snug font-semibold text-balance tabular-nums">
        {texts.summary(imported, isBefore)}
      </p>
      {asides !== '' && <p className="mt-1.5 text-sm text-ink-2 tabular-nums">{asides}</p>}
      {/* The previous release does not send parts. */}
      {parts?.length > 0 && <p className="mt-1.5 text-sm text-ink-2 tabular-nums">{texts.parts(parts, isBefore)}</p>}
      {canChange && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button size="small" disabled={isBusy} busy={adding.isLoading} onClick={() => void addOwn(id)}>
            {texts.addOwn(fates.unmatched)}
          </Button>
          {matching === null && (
            <Button
              size="small"
              look="plain"
              disabled={isBusy}
              busy={rematching.isLoading}
              onClick={() => void rematch(id)}
            >
              {texts.rematch(fates.unmatched)}
            </Button>
          )}
        </div>
      )}
      {fault !== undefined && <MessageBox className="mt-3">{messageOf(fault, texts.notDone)}</MessageBox>}
    </>
  );
}
