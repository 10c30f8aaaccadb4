import { readFileSync } from 'node:fs';
import type { Game } from './game.ts';

const files = ['zelda', 'mario', 'final-fantasy', '1970s-and-1980s', '1990s', '2000s', '2010s', '2020s'] as const;

// Read rather than imported: the compiler would otherwise infer a type for every line.
const read = (name: string): Game[] => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'));

/** All games of the simulated providers. */
export const catalogue: readonly Game[] = files.flatMap(read);

const byId = new Map(catalogue.map((game) => [game.id, game]));

/** Returns the game with this Giant Bomb id, if it exists. */
export const gameWithId = (id: number): Game | undefined => byId.get(id);
