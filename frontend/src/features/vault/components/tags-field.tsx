import { tagRule, uniqueTags } from '@nightshelf/contracts/entry-rules.ts';
import { X } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, useId, useRef } from 'react';
import { TextField } from '../../../components/ui/text-field.tsx';

const texts = {
  label: 'Tags',
  hint: 'Only you can see tags. Press Enter or comma to add one.',
  full: (most: number) => `That is all: a game has at most ${most} tags.`,
  list: 'Tags of this game',
  remove: (tag: string) => `Remove tag ${tag}`,
};

/** Cleans text for storage as a tag. */
const asTag = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, tagRule.max.value)
    .toWellFormed()
    .trim();

/**
 * Adds the comma-separated pieces of the typed text as tags; skips existing and invalid ones.
 * @param known tags of other games, whose spelling is used
 */
export function withTag(tags: readonly string[], typed: string, known: readonly string[] = []): readonly string[] {
  const spelled = (tag: string) => known.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? tag;
  const added = typed
    .split(',')
    .map(asTag)
    .filter((tag) => tag !== '')
    .map(spelled);
  return uniqueTags([...tags, ...added]).slice(0, tagRule.most.value);
}

/** More suggestions would not help. */
const suggested = 50;

interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly draft: string;
  /** Tags to suggest. */
  readonly known: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  readonly onDraft: (draft: string) => void;
}

/** Tags of a game. Uses a native datalist, which works on every phone and needs no script. */
export function TagsField({ tags, draft, known, onChange, onDraft }: TagsFieldProps) {
  const list = useId();
  const field = useRef<HTMLDivElement>(null);
  const isFull = tags.length >= tagRule.most.value;

  const add = (typed: string) => {
    onChange(withTag(tags, typed, known));
    onDraft('');
  };
  const remove = (tag: string) => {
    onChange(tags.filter((one) => one !== tag));
    field.current?.querySelector('input')?.focus();
  };
  const type = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // Choosing a suggestion inserts it as a whole, without typing.
    const isChosen = !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText';
    if (target.value.includes(',') || (isChosen && known.includes(target.value))) add(target.value);
    else onDraft(target.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && draft.trim() !== '') {
      event.preventDefault();
      add(draft);
    } else if (event.key === 'Backspace' && draft === '') onChange(tags.slice(0, -1));
  };
  return (
    <div ref={field}>
      <TextField
        label={texts.label}
        hint={isFull ? texts.full(tagRule.most.value) : texts.hint}
        value={draft}
        list={list}
        maxLength={isFull ? 0 : tagRule.max.value * 4}
        autoComplete="off"
        autoCapitalize="off"
        enterKeyHint="done"
        dir="auto"
        onChange={type}
        onKeyDown={onKeyDown}
      />
      <datalist id={list}>
        {known
          .filter((tag) => !tags.includes(tag))
          .slice(0, suggested)
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      {tags.length > 0 && (
        <ul aria-label={texts.list} className="mt-2.5 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="inline-flex max-w-full items-center rounded-full bg-surface-2 pl-3 text-sm">
              <span className="truncate" dir="auto">
                {tag}
              </span>
              <button
                type="button"
                aria-label={texts.remove(tag)}
                onClick={() => remove(tag)}
                className="grid size-11 shrink-0 place-items-center rounded-full text-ink-3 hover:text-ink-1 pointer-fine:size-8"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
