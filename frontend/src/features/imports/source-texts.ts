import type { ImportSource } from '@nightshelf/contracts/import-rules.ts';
import type { Fault } from './file/table.ts';

export const faultTexts: Readonly<Record<Fault, string>> = {
  too_large: 'This file is larger than 32 MB. Split it and import the parts one after the other.',
  empty: 'This file is empty.',
  archive: 'This file is an archive. Unpack it and choose the table inside.',
  no_text: 'This file is not a table. Export your games as CSV or JSON and choose that file.',
  no_json: 'This JSON file is incomplete, has an error, or holds no list of games.',
  steam_private:
    'Steam lists no games of a private profile. Set its game details to public, then save the response again.',
  too_many_rows: 'This file has more than 20,000 rows. Split it and import the parts one after the other.',
  open_quote: 'A quotation mark in this file is never closed, so its rows can’t be separated.',
  no_rows: 'This file has no games below its first line.',
};

export const sourceNames: Readonly<Record<Exclude<ImportSource, 'table'>, string>> = {
  nightshelf: 'Nightshelf',
  howlongtobeat: 'HowLongToBeat',
  yamtrack: 'Yamtrack',
  grouvee: 'Grouvee',
  gog_galaxy: 'GOG Galaxy',
  igdb: 'IGDB',
  backloggd: 'Backloggd',
  ryot: 'Ryot',
  vglist: 'vglist',
  neodb: 'NeoDB',
  playnite: 'Playnite',
  xbox: 'Xbox (TrueAchievements)',
  psn: 'PlayStation Network',
  steam: 'Steam',
};

/** How to export a file from each service. */
export const whereFrom: Readonly<Record<Exclude<ImportSource, 'table'>, string>> = {
  nightshelf: 'Open Profile, Settings and export your vault as CSV.',
  howlongtobeat: 'Open your profile, then Options, Export Games.',
  yamtrack: 'Open Settings, Export and save the CSV. Only its games are imported.',
  grouvee: 'Open Settings. At the end, choose to export your collection to a CSV file.',
  gog_galaxy: 'GOG Galaxy has no export. The tool GOG-Galaxy-Export-Script writes a CSV from its database.',
  igdb: 'Open each of your lists and download it as CSV. IGDB exports no status, so choose one for all games.',
  backloggd:
    'Backloggd has no export. Game Library Exporter and Backloggd CSV Exporter write a CSV, Backloggd Data Transfer a JSON file.',
  ryot: 'Open Settings, Imports and Exports and save the JSON. Only its games are imported.',
  vglist: 'Open Settings, Export and save the page as a file that ends in .json.',
  neodb: 'Open Settings, Data and export as CSV. Unpack the archive and choose game_mark.csv.',
  playnite:
    'Use an add-on: Library Exporter Advanced (CSV, include time played) or Json Library Import Export (games.json).',
  xbox: 'Microsoft has no export. Connect your account to TrueAchievements, open My Game Collection and download the CSV.',
  steam: 'No file needed: enter your account above. A saved GetOwnedGames response (JSON) works too.',
  psn: 'Sony has no export. psnstats and psn-game-scrapper write a CSV of the games you played.',
};
