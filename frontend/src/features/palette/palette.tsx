import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import {
  Clock3,
  Download,
  Grid2x2,
  History,
  List,
  ListRestart,
  LogOut,
  type LucideIcon,
  Moon,
  PenLine,
  Plus,
  Search,
  Sun,
  Upload,
} from 'lucide-react';
import * as Primitive from 'radix-ui/dialog';
import { type ReactNode, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useListBox } from '../../components/ui/use-list-box.ts';
import { moreHours, useQuickEdit } from '../../entities/entry/quick/quick-edit.ts';
import { selectLibrary } from '../../entities/library/selectors.ts';
import { ownGameTexts } from '../../entities/own-games/texts.ts';
import { selectVaultOwner } from '../../entities/session/selectors.ts';
import { signOutRequested } from '../../entities/session/slice.ts';
import { OptionLine } from '../../entities/suggestions/option-line.tsx';
import type { Suggestion } from '../../entities/suggestions/suggest.ts';
import { SuggestionLine } from '../../entities/suggestions/suggestion-line.tsx';
import { useSuggestions } from '../../entities/suggestions/use-suggestions.ts';
import { likeness, wordsOf } from '../../entities/suggestions/words.ts';
import { chooseTheme, useTheme } from '../../entities/theme/theme.ts';
import { noteSearch } from '../../lib/recent-searches.ts';
import { useDialogHistory } from '../../lib/use-dialog-history.ts';
import { paletteTexts as texts } from './texts.ts';

interface Place {
  readonly label: string;
  readonly to: string;
  readonly Icon: LucideIcon;
}

interface Command {
  /** Distinguishes commands with the same label, such as two games of one name. */
  readonly id?: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Additional search terms. */
  readonly words?: string;
  readonly run: () => void;
}

const most = 6;

/** Returns the matching commands, best first; all when nothing is typed. */
export function findCommands(commands: readonly Command[], typed: string): readonly Option[] {
  if (typed.trim() === '') return commands.map((command) => commandOption(command));
  const wanted = wordsOf(typed);
  const likenessOf = ({ label, words = '' }: Command) =>
    Math.max(likeness(label, wanted), likeness(words, wanted)) || likeness(`${label} ${words}`, wanted);
  return commands
    .map((command) => ({ command, like: likenessOf(command) }))
    .filter(({ like }) => like > 0)
    .sort((a, b) => b.like - a.like)
    .slice(0, most)
    .map(({ command }) => commandOption(command));
}

/** Returns games being played, most hours first, to offer logging more hours. */
const playedNow = (entries: Readonly<Record<string, LibraryEntry>>, most: number): readonly LibraryEntry[] =>
  Object.values(entries)
    .filter(({ status }) => status === 'playing')
    .sort((a, b) => (b.hours_played ?? 0) - (a.hours_played ?? 0))
    .slice(0, most);

/** Returns the vault's address in another view; filters and order stay. */
function vaultAs(view: 'list' | 'cards', { pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const params = new URLSearchParams(pathname === '/library' ? search : '');
  params.set('view', view);
  return `/library?${params}`;
}

/** Games being played that get a "log an hour" command. */
const logged = 3;

interface Doing {
  readonly places: readonly Place[];
  /** Closes the palette first. */
  readonly onGo: (address: string) => void;
  /** Closes the palette first. */
  readonly onDo: (action: () => void) => void;
  readonly onAdd: () => void;
}

/** A download link does not leave the page. */
function saveTable(): void {
  const link = document.createElement('a');
  link.href = '/api/games/library/export.csv';
  link.download = '';
  link.click();
}

/** Returns the commands available to the visitor. */
function useCommands({ places, onGo, onDo, onAdd }: Doing): readonly Command[] {
  const dispatch = useDispatch();
  const edit = useQuickEdit();
  const isSignedIn = useSelector(selectVaultOwner) !== null;
  const { entries } = useSelector(selectLibrary);
  const isDark = useTheme() === 'dark';
  const own: readonly Command[] = [
    { label: texts.addGame, Icon: Plus, words: 'new game vault', run: onAdd },
    { label: texts.asList, Icon: List, words: 'list view', run: () => onGo(vaultAs('list', location)) },
    { label: texts.asCards, Icon: Grid2x2, words: 'grid view covers', run: () => onGo(vaultAs('cards', location)) },
    { label: texts.bringCollection, Icon: Upload, words: 'csv migrate', run: () => onGo('/import') },
    {
      label: texts.lookBack,
      Icon: History,
      words: 'history time machine past',
      run: () => onGo('/library/history'),
    },
    {
      label: texts.undoChanges,
      Icon: ListRestart,
      words: 'history back activity',
      run: () => onGo('/library/history?show=changes'),
    },
    { label: texts.exportVault, Icon: Download, words: 'download backup', run: () => onDo(saveTable) },
    ...playedNow(entries, logged).map((entry) => ({
      id: `log ${entry.guid}`,
      label: texts.logHour(entry.game.name),
      Icon: Clock3,
      words: 'hours played',
      run: () => onDo(() => edit(entry, { hours_played: moreHours(entry, 1) })),
    })),
  ];
  return [
    ...places.map(({ label, to, Icon }) => ({ label, Icon, run: () => onGo(to) })),
    ...(isSignedIn ? own : []),
    {
      label: isDark ? texts.toLight : texts.toDark,
      Icon: isDark ? Sun : Moon,
      words: 'theme toggle colours',
      run: () => onDo(() => chooseTheme(isDark ? 'light' : 'dark')),
    },
    ...(isSignedIn
      ? [{ label: texts.signOut, Icon: LogOut, words: 'log out', run: () => onDo(() => dispatch(signOutRequested())) }]
      : []),
  ];
}

interface PaletteProps {
  readonly places: readonly Place[];
  /** Longest text to search for. */
  readonly longest: number;
  readonly onClose: () => void;
  /** Called after the palette has closed. */
  readonly onGo: (address: string) => void;
  /** Opens the form for a game that is in no database, after the palette has closed. */
  readonly onAddOwn: (name: string) => void;
}

interface Option {
  readonly key: string;
  readonly group: keyof typeof texts.groups;
  readonly line: ReactNode;
  readonly run: () => void;
}

const groups = Object.keys(texts.groups) as readonly Option['group'][];

const commandOption = ({ id, label, Icon, run }: Command, group: Option['group'] = 'first'): Option => ({
  key: id ?? label,
  group,
  run,
  line: (
    <>
      <Icon aria-hidden="true" className="mx-2 size-5 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {label}
      </span>
    </>
  ),
});

/** Command palette for pages, games and actions. Data on the device is found without a network. */
export function Palette({ places, longest, onClose, onGo, onAddOwn }: PaletteProps) {
  useDialogHistory(onClose);
  const [opener] = useState(() => document.activeElement);
  const [typed, setTyped] = useState('');
  const [isAdding, setAdding] = useState(false);
  const userId = useSelector(selectVaultOwner)?.id;
  const suggested = useSuggestions(typed, true);
  const commands = useCommands({
    places,
    onGo,
    onDo: (action) => {
      onClose();
      action();
    },
    onAdd: () => {
      setAdding(true);
      setTyped('');
      list.forget();
    },
  });
  const text = typed.trim();

  const search = (query: string) => {
    noteSearch(userId, query);
    onGo(`/search?q=${encodeURIComponent(query)}`);
  };
  const choose = (one: Suggestion) => {
    if (one.kind === 'recent') search(one.query);
    // The search page opens the Add form for the chosen game.
    else if (isAdding && !one.entry) onGo(`/search?q=${encodeURIComponent(one.game.name)}&shared=1`);
    else onGo(`/game/${encodeURIComponent(one.game.guid)}`);
  };
  const suggestionOption = (one: Suggestion): Option => ({
    key: one.kind === 'recent' ? `? ${one.query}` : one.game.guid,
    group: one.kind,
    run: () => choose(one),
    line: <SuggestionLine suggestion={one} typed={typed} />,
  });
  const offered = isAdding ? [] : [...findCommands(commands, typed)];
  if (text !== '') {
    offered.push(
      ...suggested.options.map(suggestionOption),
      commandOption({ label: texts.search(text), Icon: Search, run: () => search(text) }, 'search'),
      commandOption({ label: ownGameTexts.offer(text), Icon: PenLine, run: () => onAddOwn(text) }, 'search'),
    );
  }
  // Display order, which the arrow keys follow.
  const options = groups.flatMap((group) => offered.filter((option) => option.group === group));
  const list = useListBox({
    keys: options.map(({ key }) => key),
    isOpen: true,
    startsAtFirst: true,
    onChoose: (place) => options[place]?.run(),
  });
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };

  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <div className="fixed inset-0 z-40 flex items-start justify-center bg-[oklch(0.1_0.02_268/0.72)] p-3 sm:p-6 sm:pt-[12dvh]">
          <Primitive.Content
            aria-describedby={undefined}
            onCloseAutoFocus={giveFocusBack}
            className="rises flex max-h-full w-full max-w-xl flex-col overflow-hidden rounded-2xl border border-line bg-surface-1 text-ink-1 shadow-lift sm:max-h-[76dvh]"
          >
            <Primitive.Title className="sr-only">{texts.title}</Primitive.Title>
            <div className="relative border-b border-line">
              <Search
                aria-hidden="true"
                className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-ink-3"
              />
              <input
                type="text"
                role="combobox"
                aria-label={isAdding ? texts.whichGame : texts.placeholder}
                aria-autocomplete="list"
                aria-expanded="true"
                aria-controls={list.id}
                aria-activedescendant={list.active}
                autoComplete="off"
                spellCheck={false}
                enterKeyHint="go"
                placeholder={isAdding ? texts.whichGame : texts.placeholder}
                maxLength={longest}
                dir="auto"
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value);
                  list.forget();
                }}
                onKeyDown={list.press}
                className="h-14 w-full bg-transparent pr-4 pl-12 text-ink-1 outline-none placeholder:text-ink-3"
              />
            </div>
            <p role="status" className="sr-only">
              {text !== '' && suggested.isSettled && `${options.length} ${texts.results}`}
            </p>
            <div id={list.id} role="listbox" aria-label={texts.results} className="min-h-0 overflow-y-auto p-1.5">
              {[...Map.groupBy(options.entries(), ([, option]) => option.group)].map(([group, members]) => (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
                <div key={group} role="group" aria-label={texts.groups[group]}>
                  <p aria-hidden="true" className="px-2 pt-2 pb-1 text-xs font-medium text-ink-3">
                    {texts.groups[group]}
                  </p>
                  {members.map(([at, { key, line, run }]) => (
                    <OptionLine key={key} id={list.idOf(at)} isActive={at === list.place} onChoose={run}>
                      {line}
                    </OptionLine>
                  ))}
                </div>
              ))}
            </div>
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
