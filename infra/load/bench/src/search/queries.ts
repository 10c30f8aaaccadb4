/** What people type, by kind. */
export const queries: Readonly<Record<string, readonly string[]>> = {
  exact: [
    'Tetris',
    'Prince of Persia',
    'SimCity 2000',
    'Lemmings',
    'Bubble Bobble',
    'Street Fighter II',
    'Elite',
    'Doom',
  ],
  prefix: ['super mar', 'sonic', 'final', 'street f', 'prince', 'zel', 'castle', 'war'],
  typo: ['zleda', 'tertis', 'mraio', 'castelvania', 'lemings', 'sonci', 'stret fighter', 'megaman'],
  'two words': [
    'mario kart',
    'space war',
    'zelda link',
    'soccer world',
    'dragon quest',
    'the game',
    'of the',
    'star trek',
  ],
  'two letters': ['ma', 'th', 'st', 'of', 'ze', 'x2', 'qu', 'a1'],
  'no match': [
    'qwxzvkj',
    'zzzzzz yyyyy',
    'xkcdqq',
    'vvvqqqwww',
    'jjjj kkkk llll',
    '0987654321098',
    'ъёъё',
    'xyzzyplughxyzzy',
  ],
  long: [
    'the adventures of the incredible machine online',
    'the legend of the lost island of the dragons and the magic sword',
  ],
};

/** What a box has in it while these are typed, from the second letter on. */
const letterByLetter = (texts: readonly string[]) => [
  ...new Set(texts.flatMap((text) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(0, at + 2).trim()))),
];

/** What suggestions are asked for, by kind. */
export const typed: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ['exact', 'prefix', 'typo', 'two words', 'two letters', 'no match'].map((kind) => [
    kind,
    letterByLetter(queries[kind] ?? []),
  ]),
);
