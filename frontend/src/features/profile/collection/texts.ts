export const collectionTexts = {
  title: 'Take my collection along',
  hint: 'Your games as a table, for a spreadsheet or to be imported again; or all you noted of them as JSON, with playthroughs, sessions and lists.',
  table: 'Export as CSV',
  whole: 'Export as JSON',
  forOthers: 'As a file for:',
  others: { yamtrack: 'Yamtrack', grouvee: 'Grouvee', igdb: 'a list at IGDB' },
  bring: 'Import a collection',
};
