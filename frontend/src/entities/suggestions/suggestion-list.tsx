import { Trash2 } from 'lucide-react';
import { OptionLine } from './option-line.tsx';
import type { Suggestion } from './suggest.ts';
import { SuggestionLine } from './suggestion-line.tsx';
import { suggestionTexts as texts } from './texts.ts';

/** The last option of a list of recent searches. */
export const clearing = { kind: 'clear' } as const;

export type Option = Suggestion | typeof clearing;

const groups = ['own', 'stored', 'recent'] as const;

const groupOf = ({ kind }: Option) => (kind === 'clear' ? 'recent' : kind);

export const keyOf = (option: Option): string =>
  option.kind === 'clear' ? 'clear' : option.kind === 'recent' ? `? ${option.query}` : option.game.guid;

interface SuggestionListProps {
  readonly id: string;
  readonly typed: string;
  readonly options: readonly Option[];
  readonly place: number;
  readonly idOf: (place: number) => string;
  readonly onChoose: (place: number) => void;
}

/** The grouped suggestions, shown below their text box. */
export function SuggestionList({ id, typed, options, place, idOf, onChoose }: SuggestionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={texts.list}
      className="rises absolute inset-x-0 top-full z-30 mt-2 max-h-[min(34rem,70dvh)] overflow-y-auto overscroll-contain rounded-xl border border-line bg-surface-2 p-1.5 shadow-lift"
    >
      {groups.map((group) => {
        const members = [...options.entries()].filter(([, option]) => groupOf(option) === group);
        if (members.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
          <div key={group} role="group" aria-label={texts.groups[group]}>
            <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-medium text-ink-3">
              {texts.groups[group]}
            </p>
            {members.map(([at, option]) => (
              <OptionLine key={keyOf(option)} id={idOf(at)} isActive={at === place} onChoose={() => onChoose(at)}>
                {option.kind === 'clear' ? (
                  <>
                    <Trash2 aria-hidden="true" className="mx-2 size-5 shrink-0 text-ink-3" />
                    <span className="text-sm text-ink-2">{texts.clear}</span>
                  </>
                ) : (
                  <SuggestionLine suggestion={option} typed={typed} />
                )}
              </OptionLine>
            ))}
          </div>
        );
      })}
    </div>
  );
}
