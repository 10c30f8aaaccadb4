export const collectionTexts = {
  title: 'Export my games',
  hint: 'CSV opens in a spreadsheet and can be imported again. JSON also includes playthroughs, sessions and lists.',
  table: 'Export as CSV',
  whole: 'Export as JSON',
  forOthers: 'As a file for:',
  others: { yamtrack: 'Yamtrack', grouvee: 'Grouvee', igdb: 'a list at IGDB' },
  bring: 'Import a collection',
};
