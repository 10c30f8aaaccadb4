import { expect, test } from 'vitest';
import {
  readDate,
  readFlag,
  readHours,
  readHoursOfTable,
  readPlatform,
  readRating,
  readStatus,
  readTimePlayed,
} from './read-values.ts';

test.each([
  [12.5, ['12.5', '12,5', '12h 30m', '12 Hours and 30 Minutes', 'PT12H30M', '12:30 h', '12:30:00']],
  [1234.5, ['1,234.5', '1.234,5', '1 234,5', '1\u202f234,5', "1'234.5"]],
  [1234, ['1’234']],
  [343, ['1.234.567 s']],
  [12, ['12 hours']],
  [40.5, ['40h30', '40½', '40½ Hours']],
  [0.5, ['½', '0:44']],
  [27, ['1d 3h', 'P1DT3H', '1.03:00:00']],
  [37, ['1 day, 13 hours']],
  [2.5, ['2 Std. 30 Min.', '2 heures et 30 minutes', '2 horas y 30 minutos']],
  [3.5, ['3 Stunden und 15 Minuten']],
  [40, ['~40', 'ca. 40 Std.', '40+', '40+ hours']],
  [1.5, ['90 min']],
  [0, ['0', '0,0']],
  [null, ['0.1', '14 min', '', '--', '-', '—', 'N/A', 'none']],
])('reads as %j hours: %j', (value, texts) => {
  for (const text of texts) expect([text, readHours(text)]).toEqual([text, { value }]);
});

test.each(['-3', 'many', '1e5', '=1+1', '12:99', '1000000', '1+1', '12h 99', '3h 2d', '1.2.3', 'h'])(
  'reports %j as no number of hours',
  (text) => {
    expect(readHours(text)).toEqual({ problem: expect.stringContaining(text) });
  },
);

test("quotes excessive hours in the file's unit, and omits numbers that JSON has rounded", () => {
  const limit = 'exceeds the maximum of 99,999.5 hours.';
  expect(readHours('4294967295 min')).toEqual({ problem: `"4294967295 min" ${limit}` });
  expect(readHours('100000')).toEqual({ problem: `"100000" ${limit}` });
  expect(readHours('18446744073709552000 s')).toEqual({ problem: `The time played ${limit}` });
});

test('ignores a 0 from services that write it for every game', () => {
  expect(['0min', '0h 0min', '0 s', '0:00:00'].map(readTimePlayed)).toEqual(Array(4).fill({ value: null }));
  expect(readTimePlayed('15 min')).toEqual({ value: 0.5 });
});

test('reports ambiguous separators in the hours of a table', () => {
  expect(readHoursOfTable('1.234')).toHaveProperty('problem');
  expect(readHoursOfTable('1.234 h')).toHaveProperty('problem');
  expect(['0.123', '12.5', '1.234,5', '1.2345'].map(readHoursOfTable)).not.toContainEqual({
    problem: expect.anything(),
  });
});

test.each([
  [10, 8, ['8', '4/5', '★★★★☆', '⭐⭐⭐⭐', '★★★★★★★★☆☆', '4/5 stars', '4 stars out of 5']],
  [5, 7, ['3.5']],
  [10, 9, ['8,5', '4.5 / 5', '85%']],
  [100, 9, ['85']],
  [5, 9, ['9.0/10.0', '85 %', '4½']],
  [5, 8, ['8 out of 10', '8 von 10', '4 stars']],
  [10, 7, ['★★★½', '⭐️⭐️⭐️½']],
  [5, 1, ['½']],
  [10, 1, ['0.2']],
  [10, null, ['0', '☆☆☆☆☆', '-', 'N/A', 'none', '']],
])('reads out of %j as the rating %j: %j', (outOf, value, texts) => {
  for (const text of texts) expect([text, readRating(text, outOf)]).toEqual([text, { value }]);
});

test.each(['11', '-1', 'good', '11/10', '120%', '5/0', 'A+'])('reports %j as no rating', (text) => {
  expect(readRating(text, 10)).toHaveProperty('problem');
});

test.each([
  ['want_to_play', 'Wishlist,Plan to Play,Up Next,Unplayed,will ich spielen,Wunschliste,geplant,ungespielt'],
  ['want_to_play', 'À jouer,Liste de souhaits,Pendiente,Por jugar,Lista de deseos'],
  [
    'playing',
    'In progress,Unfinished,Endless,Continuous,Ongoing,On Hold,wird gespielt,Spiele ich,En cours,Je joue,Jugando',
  ],
  ['completed', 'BEATEN,100% Completed,Completed (100%),100%,Completed ✓,✅ Completed,Platinum,Played'],
  ['completed', 'gespielt,durchgespielt,Abgeschlossen,Terminé,Terminée,Fini,Completado,Terminado,Jugado'],
  ['dropped', "Abandoned,DNF,Did Not Finish,Won't Play,Won’t Play,abgebrochen,Abandonné,Abandonado"],
  ['collection', 'owned,Sammlung,Collection,Colección,Possédé'],
  [null, '-,N/A,None'],
] as const)('reads as %j: %s', (value, texts) => {
  for (const text of texts.split(',')) expect([text, readStatus(text)]).toEqual([text, { value }]);
});

test('reports an unknown status in a short sentence', () => {
  expect(readStatus('Zzz')).toEqual({ problem: '"Zzz" is not a known status.' });
  expect(readStatus('50% Completed')).toHaveProperty('problem');
  expect(JSON.stringify(readStatus('z'.repeat(2000))).length).toBeLessThan(120);
});

test.each([
  ['PS4', 139],
  ['PlayStation 5', 168],
  ['Nintendo Switch', 157],
  ['pc (microsoft windows)', 94],
  ['Not Listed', 'not_listed'],
  ['', null],
  ['N/A', null],
])('reads the platform %j as %j', (text, value) => {
  expect(readPlatform(text)).toEqual({ value });
});

const noon = '2020-03-04T12:00:00.000Z';

test.each([
  [noon, ['2020-03-04', '2020/3/4', '20200304', '4.3.2020', '04.03.20', 'March 4, 2020', 'Mar 4th, 2020']],
  [noon, ['4 Mar 2020', '4-Mar-2020', '4-Mar-20', '2020-Mar-04', 'Wednesday, March 4, 2020', '4. März 2020']],
  [noon, ['Mittwoch, 4. März 2020', '4 mars 2020', '4 de marzo de 2020', '2020年3月4日', '43894']],
  [noon, ['2020-03-04 05:06:07', '2020-03-04T05:06', '2020-03-04 11:06 PM', '4.3.2020, 23:06 Uhr']],
  [noon, ['4 mars 2020 à 23h06', 'March 4, 2020 at 5:06 PM']],
  ['2020-03-04T05:06:07.891Z', ['2020-03-04T05:06:07.891Z', '1583298367891']],
  ['2020-03-04T05:06:07.123Z', ['2020-03-04T05:06:07.1234567Z']],
  ['2020-03-04T04:06:07.123Z', ['2020-03-04T05:06:07.1234567+01:00']],
  ['2020-03-04T03:06:07.000Z', ['2020-03-04 05:06:07+0200', '2020-03-04T05:06:07+02']],
  ['2020-03-04T05:06:07.000Z', ['2020-03-04 05:06:07 UTC', 'Wed, 04 Mar 2020 05:06:07 GMT', '1583298367']],
  ['2020-03-04T04:06:07.000Z', ['Wed Mar 04 2020 05:06:07 GMT+0100 (Central European Standard Time)']],
  ['2020-03-31T12:00:00.000Z', ['31/03/2020', '03/31/2020', '3/31/2020 12:00:00 AM', '3/31/20']],
  ['1999-12-31T12:00:00.000Z', ['12/31/99']],
  [null, ['0000-00-00', '0000-00-00 00:00:00', 'None']],
])('reads as the date %j: %j', (value, texts) => {
  for (const text of texts) expect([text, readDate(text)]).toEqual([text, { value }]);
});

test.each(['Pacific/Pago_Pago', 'America/New_York', 'Europe/Berlin', 'Pacific/Noumea'])(
  'keeps a day without a time on that day in %s',
  (timeZone) => {
    const read = readDate('Dec 31, 2023');
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone });
    expect('value' in read && day.format(new Date(read.value ?? ''))).toBe('Dec 31, 2023');
  },
);

test.each([
  '03/04/2020',
  '03/04/2020 5:06 PM',
  '20-05-06',
  '2020-02-30',
  '2020-13-01',
  '2099-01-01',
  '1234',
  '2020',
  'Dec 2023',
  'soon',
  '4 Foo 2020',
  '2020-03-04 25:00',
  '2020-03-04 13:00 PM',
  '1969-12-31',
])('reports %j as no date', (text) => {
  expect(readDate(text)).toHaveProperty('problem');
});

test('rejects very long cells without parsing them', () => {
  for (const text of ['1'.repeat(4000), '123 '.repeat(1000), '1,'.repeat(2000)]) {
    for (const read of [readHours(text), readRating(text, 10), readDate(text), readStatus(text)]) {
      expect(read).toHaveProperty('problem');
    }
  }
});

test.each(['TRUE', 'x', 'X', ' X', 'Yes', '1', '✓', '✔', '✔️', '●', 'ja', 'oui', 'sí'])('reads %j as yes', (text) => {
  expect(readFlag(text)).toEqual({ value: true });
});

test('reads no, an empty cell and an unclear one', () => {
  expect(['no', 'FALSE', '0', 'nein', 'non'].map(readFlag)).toEqual(Array(5).fill({ value: false }));
  expect(readFlag('')).toEqual({ value: null });
  expect(readFlag('maybe')).toHaveProperty('problem');
});
