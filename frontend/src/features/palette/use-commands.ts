import { Clock3, Download, Grid2x2, History, List, ListRestart, LogOut, Moon, Plus, Sun, Upload } from 'lucide-react';
import { useDispatch, useSelector } from 'react-redux';
import { moreHours, useQuickEdit } from '../../entities/entry/quick/quick-edit.ts';
import { selectLibrary } from '../../entities/library/selectors.ts';
import { selectVaultOwner } from '../../entities/session/selectors.ts';
import { signOutRequested } from '../../entities/session/slice.ts';
import { selectTheme, themeChosen } from '../../entities/theme/slice.ts';
import { type Command, type Place, playedNow, vaultAs } from './commands.ts';
import { paletteTexts as texts } from './texts.ts';

/** Games being played that get a "log an hour" command. */
const logged = 3;

interface Doing {
  readonly places: readonly Place[];
  /** Closes the palette first. */
  readonly onGo: (address: string) => void;
  /** Closes the palette first. */
  readonly onDo: (deed: () => void) => void;
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
export function useCommands({ places, onGo, onDo, onAdd }: Doing): readonly Command[] {
  const dispatch = useDispatch();
  const edit = useQuickEdit();
  const isSignedIn = useSelector(selectVaultOwner) !== null;
  const { entries } = useSelector(selectLibrary);
  const isDark = useSelector(selectTheme) === 'dark';
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
      run: () => onDo(() => dispatch(themeChosen(isDark ? 'light' : 'dark'))),
    },
    ...(isSignedIn
      ? [{ label: texts.signOut, Icon: LogOut, words: 'log out', run: () => onDo(() => dispatch(signOutRequested())) }]
      : []),
  ];
}
