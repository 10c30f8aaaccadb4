import { mergeRules } from '@nightshelf/contracts/import-rules.ts';
import type { ImportFigures, VaultImport } from '@nightshelf/contracts/imports.ts';
import { Download } from 'lucide-react';
import { type ComponentProps, useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { useQuestion } from '../../../components/ui/question.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { importsApi } from '../api.ts';
import { importsTexts } from '../texts.ts';

const texts = importsTexts.one;

interface ImportSummaryProps {
  readonly imported: ImportFigures;
  readonly isBefore: boolean;
}

/** Summary of an import, and the actions on rows without a game. */
function ImportSummary({ imported, isBefore }: ImportSummaryProps) {
  const { id, status, fates, matching, parts } = imported;
  const params = { id };
  const [addOwn, adding] = importsApi.useAddUnmatchedRowsMutation();
  const [rematch, rematching] = importsApi.useRematchRowsMutation();
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
          <Button size="small" disabled={isBusy} busy={adding.isLoading} onClick={() => void addOwn({ params })}>
            {texts.addOwn(fates.unmatched)}
          </Button>
          {matching === null && (
            <Button
              size="small"
              look="plain"
              disabled={isBusy}
              busy={rematching.isLoading}
              onClick={() => void rematch({ params })}
            >
              {texts.rematch(fates.unmatched)}
            </Button>
          )}
        </div>
      )}
      <Refusal error={fault} fallback={texts.notDone} className="mt-3" />
    </>
  );
}

const Progress = (bar: ComponentProps<'progress'>) => (
  <progress {...bar} className="h-2 w-full overflow-hidden rounded-full accent-accent" />
);

const matchingTexts = importsTexts.matching;

/** Fallback polling interval if live events do not arrive. */
const pollMs = 15_000;

function MatchingProgress({ imported }: { readonly imported: VaultImport }) {
  const { rows, matching, status } = imported;
  const isMatching = matching !== null;
  const dispatch = useDispatch();
  useEffect(() => {
    if (!isMatching) return undefined;
    const timer = setInterval(() => dispatch(importsApi.util.invalidateTags(['Imports'])), pollMs);
    return () => clearInterval(timer);
  }, [dispatch, isMatching]);
  if (!matching) return null;
  const matched = Math.max(0, rows - matching.left);
  return (
    <div className="mb-5 grid gap-2">
      <Progress aria-label={matchingTexts.label} value={matched} max={rows} />
      <p role="status" className="text-sm tabular-nums">
        {matchingTexts.matched(matched, rows, matching.seconds_left)}
      </p>
      {(status === 'ready' || status === 'running') && (
        <p className="text-sm text-ink-2">{status === 'ready' ? matchingTexts.startNow : matchingTexts.follows}</p>
      )}
    </div>
  );
}

const ruleOptions = mergeRules.map((value) => ({ value, label: texts.rules[value][0] }));

/** Progress, effect and actions of an import. */
export function ImportPanel({ imported }: { readonly imported: ImportFigures }) {
  const { id, status, rule, rows, done } = imported;
  const params = { id };
  const navigate = useNavigate();
  const [choose, choosing] = importsApi.useChooseRuleMutation();
  const [take, taking] = importsApi.useStepImportMutation();
  const [forget, forgetting] = importsApi.useForgetImportMutation();
  const [question, ask] = useQuestion();
  const fault = choosing.error ?? taking.error ?? forgetting.error;
  const step = (name: 'start' | 'pause' | 'cancel' | 'undo') => take({ params, body: { step: name } });
  const askUndo = () =>
    ask({ title: texts.undoQuestion, text: texts.undoText, confirm: texts.undo, onConfirm: () => void step('undo') });
  const remove = async () => {
    const { error } = await forget({ params });
    if (!error) navigate('/import', { replace: true });
  };
  const askForget = () =>
    ask({ title: texts.forgetQuestion, text: texts.forgetText, confirm: texts.forget, onConfirm: remove });
  const isUnderWay = status === 'running' || status === 'undoing';
  const isBefore = status === 'ready' || status === 'receiving';
  const all = status === 'undoing' ? imported.fates.added + imported.fates.changed : rows;
  const waiting = rows - done;
  const goesOn = status === 'paused' ? texts.goOn : status === 'done' ? texts.again : texts.start;
  const canStart = status === 'ready' || status === 'paused' || (status === 'done' && waiting > 0);
  return (
    <Panel title={isBefore ? texts.would : texts.happened}>
      <div role="status" className="mb-3 grid gap-2">
        <p className="text-sm text-ink-2">{importsTexts.statuses[status]}</p>
        {isUnderWay && (
          <>
            <Progress aria-label={importsTexts.statuses[status]} value={done} max={all} />
            <p className="text-sm text-ink-2 tabular-nums">{texts.progress(done, all)}</p>
          </>
        )}
      </div>
      <MatchingProgress imported={imported} />
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <ImportSummary imported={imported} isBefore={isBefore} />
        </div>
        {(isBefore || status === 'paused') && (
          <SelectField
            label={texts.rule}
            hint={texts.rules[rule][1]}
            options={ruleOptions}
            value={rule}
            disabled={choosing.isLoading}
            onChoose={(chosen) => choose({ params, body: { rule: chosen } })}
            className="max-w-md"
          />
        )}
      </div>
      <Refusal error={fault} fallback={texts.notDone} className="mt-4" />
      <div className="mt-6 flex flex-wrap gap-3">
        {canStart && (
          <Button look="primary" busy={taking.isLoading} onClick={() => step('start')}>
            {goesOn}
          </Button>
        )}
        {status === 'running' && <Button onClick={() => step('pause')}>{texts.pause}</Button>}
        {(status === 'running' || status === 'paused') && <Button onClick={() => step('cancel')}>{texts.end}</Button>}
        {!isBefore && (
          <ButtonLink to={`/api/games/library/imports/${id}/report.csv`} reloadDocument download>
            <Download aria-hidden="true" className="size-5 shrink-0" />
            {texts.report}
          </ButtonLink>
        )}
        {(status === 'done' || status === 'cancelled' || status === 'paused') && done > 0 && (
          <Button aria-haspopup="dialog" onClick={askUndo}>
            {texts.undo}
          </Button>
        )}
        {!isUnderWay && (
          <Button look="plain" aria-haspopup="dialog" onClick={askForget}>
            {texts.forget}
          </Button>
        )}
      </div>
      {question}
    </Panel>
  );
}
