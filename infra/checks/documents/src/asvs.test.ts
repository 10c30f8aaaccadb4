import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import requirements from './asvs-requirements.json' with { type: 'json' };

const folder = join(import.meta.dirname, '../../../../docs/security');
const text = readFileSync(join(folder, 'asvs.md'), 'utf8');
/** Bullets of each chapter. */
const chapters = new Map(
  text.split(/^## /m).map((chapter) => [chapter.split('\n')[0], chapter.split(/^- /m).slice(1).join(' ')]),
);
const linksOf = /\]\([^)]*\)/g;

/** Numbers of requirements in a chapter; `4.3.1-2` stands for two. */
function idsOf(chapter: string): string[] {
  const named = (chapters.get(chapter) ?? '').replaceAll(linksOf, '').matchAll(/\b(\d+\.\d+)\.(\d+)(?:-(\d+))?\b/g);
  return [...named].flatMap(([, section, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `${section}.${Number(first) + at}`),
  );
}

test('names every requirement of levels 1 and 2 once, with the counts at the top', () => {
  const named = ['Requirements that hold', 'Deviations', 'Open requirements', 'Not applicable'].map(idsOf);
  expect(named.flat().toSorted()).toEqual(Object.values(requirements).flat().toSorted());
  const counts = [named.flat(), ...named].map(({ length }) => length);
  const [, ...atTheTop] =
    text.match(/Of (\d+) requirements (\d+) hold, (\d+) deviate,\s(\d+) are open and (\d+) do not/) ?? [];
  expect(atTheTop.map(Number)).toEqual(counts);
});

test('every requirement that holds is followed by a link', () => {
  const entries = (chapters.get('Requirements that hold') ?? '').split(/(?:;|\n)\s+(?=\d)/);
  expect(entries.length).toBeGreaterThan(100);
  expect(entries.filter((entry) => !/\]\(|\/api\/docs/.test(entry))).toEqual([]);
});
