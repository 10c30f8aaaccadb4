export const tagTexts = {
  label: 'Tags',
  hint: 'Only you can see tags. Press Enter or comma to add one.',
  full: (most: number) => `That is all: a game has at most ${most} tags.`,
  list: 'Tags of this game',
  remove: (tag: string) => `Remove tag ${tag}`,
};
