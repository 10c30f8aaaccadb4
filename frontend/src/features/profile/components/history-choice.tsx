import type { HistoryKeeping } from '@nightshelf/contracts/entry-history.ts';
import { useState } from 'react';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Question } from '../../../components/ui/question.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { useHistoryStateQuery, useKeepHistoryMutation } from '../../../entities/history/api.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.preferences;
const options = Object.entries(texts.histories).map(([value, label]) => ({ value, label }));

/** How long the vault's history is kept. Asks before deleting any of it. */
export function HistoryChoice() {
  const { data } = useHistoryStateQuery();
  const [keep, { error, isLoading }] = useKeepHistoryMutation();
  const [asked, setAsked] = useState<Exclude<HistoryKeeping, 'forever'> | null>(null);
  if (!data) return null;
  const choose = (given: HistoryKeeping) => {
    if (given === 'forever' || data.keep === 'nothing') keep(given);
    else setAsked(given);
  };
  return (
    <div>
      <SelectField
        label={texts.history}
        hint={texts.historyHint}
        options={options}
        value={asked ?? data.keep}
        disabled={isLoading}
        onChange={({ target }) => choose(target.value as HistoryKeeping)}
      />
      {error && <MessageBox className="mt-3">{messageOf(error, texts.historyFailed)}</MessageBox>}
      {asked && (
        <Question
          title={texts.historyQuestion.title}
          text={texts.historyQuestion.texts[asked]}
          confirm={texts.historyQuestion.confirm}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            keep(asked);
            setAsked(null);
          }}
        />
      )}
    </div>
  );
}
