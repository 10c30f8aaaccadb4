import { expect, test } from 'vitest';
import { aGame } from '../../../test/builders.ts';
import { gameIn, type Shared } from './game-in.ts';
import { bestMatch } from './shared-game.tsx';

const nothing: Shared = { title: '', text: '', url: '' };

test.each([
  ['https://store.steampowered.com/app/620/Portal_2/', 'Portal 2'],
  ['https://store.steampowered.com/app/620/Portal_2/?l=german&utm_source=share', 'Portal 2'],
  ['https://www.gog.com/en/game/portal_2', 'portal 2'],
  ['https://www.gog.com/game/the_witcher_3_wild_hunt', 'the witcher 3 wild hunt'],
  ['https://store.epicgames.com/en-US/p/portal-2', 'portal 2'],
  ['https://store.epicgames.com/p/hades-2-1a9c04', 'hades 2'],
  ['https://store.epicgames.com/de/p/the-facade', 'the facade'],
  ['https://www.nintendo.com/us/store/products/hollow-knight-silksong-switch/', 'hollow knight silksong'],
  ['https://www.nintendo.com/en-gb/Games/Nintendo-Switch-download-software/Hades-1823449.html', 'Hades'],
  ['https://www.playstation.com/en-us/games/god-of-war-ragnarok/', 'god of war ragnarok'],
  ['https://www.xbox.com/en-US/games/store/halo-infinite/9PP5G1F0C2B6', 'halo infinite'],
  ['https://store.steampowered.com/app/1/%E9%AC%BC%E6%AD%A6%E8%80%85/', '鬼武者'],
])("reads the game's name from the path of %s", (url, game) => {
  expect(gameIn({ ...nothing, url })).toBe(game);
  // Android shares addresses as text.
  expect(gameIn({ ...nothing, text: url })).toBe(game);
});

test.each([
  ['Portal 2 on Steam', 'Portal 2'],
  ['Save 20% on Portal 2 on Steam', 'Portal 2'],
  ['Save up to 75% on Baldur’s Gate 3 on Steam', 'Baldur’s Gate 3'],
  ['Pre-purchase Silksong™ on Steam', 'Silksong'],
  ['-50% Gothic on GOG.com', 'Gothic'],
  ['Celeste | Download and Buy Today - Epic Games Store', 'Celeste'],
  ['Celeste for Nintendo Switch - Nintendo Official Site', 'Celeste'],
  ['Hades | Nintendo Switch download software | Games | Nintendo UK', 'Hades'],
  ['God of War - PS5 & PS4 Games | PlayStation (US)', 'God of War'],
  ['Buy Halo Infinite | Xbox', 'Halo Infinite'],
  ['Buy Halo - Microsoft Store en-US', 'Halo'],
  ['Get Even', 'Get Even'],
  ['100% Orange Juice', '100% Orange Juice'],
  ['Portal 2', 'Portal 2'],
])("strips the store's additions from %s: %s", (title, game) => {
  expect(gameIn({ ...nothing, title })).toBe(game);
  expect(gameIn({ ...nothing, text: `${title}\nhttps://example.com/x` })).toBe(game);
});

test('prefers a store title to a URL, and a URL to other text', () => {
  const url = 'https://store.steampowered.com/app/1086940/Baldurs_Gate_3/';
  expect(gameIn({ title: "Baldur's Gate 3 on Steam", text: '', url })).toBe("Baldur's Gate 3");
  expect(gameIn({ title: 'Look at this', text: `Shall we? ${url}`, url: '' })).toBe('Baldurs Gate 3');
  expect(gameIn({ title: 'Portal 2', text: '', url: 'https://store.playstation.com/concept/1' })).toBe('Portal 2');
});

test.each([
  ['nothing at all', nothing],
  ['code', { ...nothing, url: 'javascript:alert(1)//store.steampowered.com/app/1/X' }],
  ['code for a text', { ...nothing, text: 'javascript:alert(document.cookie)' }],
  ['a URL without a title', { ...nothing, url: 'https://example.com/p/portal-2' }],
  ['a host that only looks like a store', { ...nothing, url: 'https://gog.com.evil.example/game/portal_2' }],
  ['a broken address', { ...nothing, url: 'https://store.steampowered.com/app/1/%E0%A4%A/' }],
  ['signs', { title: '🎮🎮 !!!', text: '\u202e\u0000 ---', url: '::' }],
])('finds no game in %s', (_, shared) => {
  expect(gameIn(shared)).toBe('');
});

test.each(['فاينل فانتسي', '\u202bזלדה\u202c'])('keeps a right-to-left title in reading order', (title) => {
  expect(gameIn({ ...nothing, title: `${title} on Steam` })).toBe(title.replace(/[\u202b\u202c]/g, ''));
});

test.each([
  ['words', 'Portal 2 is great. '.repeat(600)],
  ['one word', 'x'.repeat(10_000)],
  ['what looks like stores', ' on Steam'.repeat(1200)],
  ['spaces and bars', ' | - '.repeat(2000)],
  ['addresses', 'https://store.steampowered.com/app/'.repeat(300)],
  ['half characters', '\ud83c'.repeat(10_000)],
])('shortens ten kilobytes of %s to the query limit quickly', (_, text) => {
  // CPU time, because other processes make wall time unreliable.
  const before = process.cpuUsage();
  const game = gameIn({ title: text, text, url: text });
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
  expect(game.length).toBeLessThanOrEqual(200);
  expect(game.isWellFormed()).toBe(true);
});

const named = (...names: readonly string[]) => names.map((name, at) => aGame({ guid: `3030-${at}`, name }));

test.each([
  ['Portal 2', ['Portal', 'Portal 2: Peer Review', 'Portal 2'], true, 'Portal 2'],
  ['pokemon red', ['Pokémon Blue', 'Pokémon: Red'], true, 'Pokémon: Red'],
  ['Portal 2', ['Aperture', 'Portal 2: Peer Review'], true, 'Portal 2: Peer Review'],
  [
    'The Witcher 3 Wild Hunt Complete Edition',
    ['Witcher', 'The Witcher 3: Wild Hunt'],
    true,
    'The Witcher 3: Wild Hunt',
  ],
  ['Portal 2', ['Portal 2: Peer Review'], false, undefined],
  ['Portal 2', ['Tetris'], true, undefined],
  ['', ['Tetris'], true, undefined],
  ['🎮', ['🕹'], true, undefined],
])('picks the game for %j from %j (complete: %s): %j', (query, names, isAll, meant) => {
  expect(bestMatch(named(...names), query, isAll)?.name).toBe(meant);
});
