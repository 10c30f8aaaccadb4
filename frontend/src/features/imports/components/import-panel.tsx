import type { ImportFigures, RowFate } from '@nightshelf/contracts';
import { mergeRules } from '@nightshelf/contracts/import-rules.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { Figures } from '../../../components/ui/figures.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Question } from '../../../components/ui/question.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { formatCount } from '../../../lib/format.ts';
import { useChooseRuleMutation, useForgetImportMutation, useStepImportMutation } from '../api.ts';
import { importsTexts } from '../texts.ts';

const texts = importsTexts.one;

const ruleOptions = mergeRules.map((value) => ({ value, label: texts.rules[value][0] }));

/** How far an import is, what it does, and what can be done with it. */
export function ImportPanel({ imported }: { readonly imported: ImportFigures }) {
  const { id, status, rule, rows, done } = imported;
  const navigate = useNavigate();
  const [choose, choosing] = useChooseRuleMutation();
  const [take, taking] = useStepImportMutation();
  const [forget, forgetting] = useForgetImportMutation();
  const [asked, setAsked] = useState<'undo' | 'forget' | null>(null);
  const fault = choosing.error ?? taking.error ?? forgetting.error;
  const step = (name: 'start' | 'pause' | 'cancel' | 'undo') => take({ id, step: name });
  const isUnderWay = status === 'running' || status === 'undoing';
  const isBefore = status === 'ready' || status === 'receiving';
  const all = status === 'undoing' ? imported.fates.added + imported.fates.changed : rows;
  const waiting = rows - done;
  const goesOn = status === 'paused' ? texts.goOn : status === 'done' ? texts.again : texts.start;
  const canStart = status === 'ready' || status === 'paused' || (status === 'done' && waiting > 0);
  return (
    <Panel title={isBefore ? texts.would : texts.happened}>
      <div role="status" className="grid gap-2">
        <p className="text-ink-2">{importsTexts.statuses[status]}</p>
        {isUnderWay && (
          <>
            <progress
              aria-label={importsTexts.statuses[status]}
              value={done}
              max={all}
              className="h-2 w-full overflow-hidden rounded-full accent-accent"
            />
            <p className="text-sm text-ink-2 tabular-nums">{texts.progress(done, all)}</p>
          </>
        )}
      </div>
      <Figures
        figures={figuresOf(imported, isBefore)}
        className="mt-4 grid-cols-2 sm:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]"
      />
      {/* The release before has none. */}
      {imported.parts?.length > 0 && (
        <p className="mt-4 text-ink-2 tabular-nums">{texts.parts(imported.parts, isBefore)}</p>
      )}
      {(isBefore || status === 'paused') && (
        <SelectField
          label={texts.rule}
          hint={texts.rules[rule][1]}
          options={ruleOptions}
          value={rule}
          disabled={choosing.isLoading}
          onChange={({ target }) => choose({ id, rule: target.value as typeof rule })}
          className="mt-6 max-w-md"
        />
      )}
      {fault !== undefined && <MessageBox className="mt-4">{messageOf(fault, texts.notDone)}</MessageBox>}
      <div className="mt-6 flex flex-wrap gap-3">
        {canStart && (
          <Button look="primary" busy={taking.isLoading} onClick={() => step('start')}>
            {goesOn}
          </Button>
        )}
        {status === 'running' && <Button onClick={() => step('pause')}>{texts.pause}</Button>}
        {(status === 'running' || status === 'paused') && <Button onClick={() => step('cancel')}>{texts.end}</Button>}
        {status === 'done' && <ButtonLink to="/library">{texts.toVault}</ButtonLink>}
        {!isBefore && (
          <ButtonLink to={`/api/games/library/imports/${id}/report.csv`} reloadDocument download>
            <Download aria-hidden="true" className="size-5 shrink-0" />
            {texts.report}
          </ButtonLink>
        )}
        {(status === 'done' || status === 'cancelled' || status === 'paused') && done > 0 && (
          <Button aria-haspopup="dialog" onClick={() => setAsked('undo')}>
            {texts.undo}
          </Button>
        )}
        {!isUnderWay && (
          <Button look="plain" aria-haspopup="dialog" onClick={() => setAsked('forget')}>
            {texts.forget}
          </Button>
        )}
      </div>
      {asked === 'undo' && (
        <Question
          title={texts.undoQuestion}
          text={texts.undoText}
          confirm={texts.undo}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            void step('undo');
          }}
        />
      )}
      {asked === 'forget' && (
        <Question
          title={texts.forgetQuestion}
          text={texts.forgetText}
          confirm={texts.forget}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            forget(id)
              .unwrap()
              .then(
                () => navigate('/import', { replace: true }),
                () => undefined,
              );
          }}
        />
      )}
    </Panel>
  );
}

/** How many rows there are of each fate, those alone of which there are any; the first three always. */
function figuresOf({ fates, undone }: ImportFigures, isBefore: boolean) {
  const always: readonly RowFate[] = ['added', 'changed', 'unmatched'];
  const told = (Object.keys(fates) as RowFate[]).filter((fate) => fates[fate] > 0 || always.includes(fate));
  const taken = (Object.keys(undone) as (keyof typeof undone)[]).filter((name) => undone[name] > 0);
  return [
    ...told.map((fate) => ({
      label: importsTexts.rows.fates[fate][isBefore ? 0 : 1],
      value: formatCount(fates[fate]),
    })),
    ...taken.map((name) => ({ label: importsTexts.rows.undone[name], value: formatCount(undone[name]) })),
  ];
}
