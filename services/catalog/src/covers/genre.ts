/** Subjects of a cover. */
export const genres = [
  'action',
  'adventure',
  'arcade',
  'fighting',
  'horror',
  'platformer',
  'puzzle',
  'racing',
  'rpg',
  'sandbox',
  'shooter',
  'simulation',
  'sports',
  'strategy',
] as const;

export type Genre = (typeof genres)[number];
