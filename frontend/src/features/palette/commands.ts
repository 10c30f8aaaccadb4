import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { LucideIcon } from 'lucide-react';
import { fuzzy } from './fuzzy.ts';

/** A page that may be gone to. */
export interface Place {
  readonly label: string;
  readonly to: string;
  readonly Icon: LucideIcon;
}

/** Something that can be gone to or done. */
export interface Command {
  /** Tells it apart where its label may not, such as for two games of one name. */
  readonly id?: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Other words that it is found by. */
  readonly words?: string;
  readonly run: () => void;
}

/** From this score on a word was meant, not a few letters of it. */
const meant = 2;

interface Found {
  /** They answer so well that they stand before games; with nothing typed all do. */
  readonly first: readonly Command[];
  readonly others: readonly Command[];
}

const most = 6;

/** The commands that answer to what was typed, the best first. */
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

/** Games that are being played, to log hours of, those in which most hours went last. */
export const playedNow = (entries: Readonly<Record<string, LibraryEntry>>, most: number): readonly LibraryEntry[] =>
  Object.values(entries)
    .filter(({ status }) => status === 'playing')
    .sort((a, b) => (b.hours_played ?? 0) - (a.hours_played ?? 0))
    .slice(0, most);

/** The vault's address in another view; what it is filtered and sorted by there stays. */
export function vaultAs(view: 'list' | 'cards', { pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const said = new URLSearchParams(pathname === '/library' ? search : '');
  said.set('view', view);
  return `/library?${said}`;
}
