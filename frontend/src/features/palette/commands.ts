import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { LucideIcon } from 'lucide-react';
import { fuzzy } from './fuzzy.ts';

export interface Place {
  readonly label: string;
  readonly to: string;
  readonly Icon: LucideIcon;
}

export interface Command {
  /** Distinguishes commands with the same label, such as two games of one name. */
  readonly id?: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Additional search terms. */
  readonly words?: string;
  readonly run: () => void;
}

/** From this score, the text matches whole words rather than scattered letters. */
const meant = 2;

interface Found {
  /** Commands that match well enough to precede games; all commands when nothing is typed. */
  readonly first: readonly Command[];
  readonly others: readonly Command[];
}

const most = 6;

/** Returns the matching commands, best first. */
export function findCommands(commands: readonly Command[], typed: string): Found {
  const found = commands.flatMap((command) => {
    const scores = [fuzzy(command.label, typed), command.words ? fuzzy(command.words, typed) : null];
    const score = Math.max(...scores.map((one) => one ?? -1));
    return score < 0 ? [] : [{ command, score }];
  });
  if (typed.trim() === '') return { first: commands, others: [] };
  const sorted = found.sort((a, b) => b.score - a.score).slice(0, most);
  const labelled = (isFirst: boolean) =>
    sorted.filter(({ score }) => score >= meant === isFirst).map(({ command }) => command);
  return { first: labelled(true), others: labelled(false) };
}

/** Returns games being played, most hours first, to offer logging more hours. */
export const playedNow = (entries: Readonly<Record<string, LibraryEntry>>, most: number): readonly LibraryEntry[] =>
  Object.values(entries)
    .filter(({ status }) => status === 'playing')
    .sort((a, b) => (b.hours_played ?? 0) - (a.hours_played ?? 0))
    .slice(0, most);

/** Returns the vault's address in another view; filters and order stay. */
export function vaultAs(view: 'list' | 'cards', { pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const said = new URLSearchParams(pathname === '/library' ? search : '');
  said.set('view', view);
  return `/library?${said}`;
}
