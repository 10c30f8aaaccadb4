import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { launchYears, platformIdsOf } from '../../src/games/platforms.ts';
import { normalise } from '../../src/search/normalise.ts';
import { type SourceGame, yearOf } from './source-game.ts';

interface Software {
  readonly '@name': string;
  readonly '@cloneof'?: string;
  readonly description: string;
  readonly year?: string;
  readonly publisher?: string;
  readonly info?: readonly { readonly '@name': string; readonly '@value': string }[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) => name === 'software' || name === 'info',
});

/** Bracketed words after a title that mark an entry as no game of its own. */
const notAGame =
  /\b(pirate|bootleg|hack|demo|sample|kiosk|test|diagnostic|utilit\w*|program|homebrew|aftermarket|intro|preview|compilation|magazine|covertape|trainer)\b/i;

/** Titles of applications, firmware, collections and media. */
const application = new RegExp(
  [
    'demo(nstration)?( (disk|disc|cart\\w*|version|tape))?',
    'sampler|diagnos\\w+|bios|firmware|utilit(y|ies|aires?)|assembler|assembleur|compiler|disassembler|debugger|monitor rom',
    'basic|forth|pascal|cobol|fortran|lisp|logo|comal|cp/m|ms-?dos|dr-?dos|prodos|gem|windows \\d|os/2|minix|workbench',
    '(word|text|data|tape|disk|disc|file|graphics?|sprite|music|sound|font|screen|icon) ?(processor|editor|designer|base|copier|copy|manager|toolkit|tools?)',
    'spreadsheet|database|toolkit|toolbox|tool ?box|operating system|system (disk|disc|tools|master|software)|boot (disk|disc)|setup disk|driver|printer',
    'typing tutor|\\w*writer|\\w*calc|print shop|paint ?(shop|box|brush)|art studio|clip ?art|slide ?show|magazine|newsletter|fanzine|disc station',
    'issue \\d+|n[°o]\\.? ?\\d+|vol(ume)?\\.? ?\\d+|\\d+[- ]?in[- ]?1|\\d+ (games|jeux) .*|collection disk|megademo|musicdisk|karaoke|music (disk|collection|box|cd)',
    'action replay|game genie|gameshark|game shark|xploder|goldfinger|codebreaker|everdrive|flash cart\\w*|memory card|rumble pak|e-reader|video cd|photo cd',
    'encyclop(a)?edia|(world|user|computing|club) (january|february|march|april|may|june|july|august|september|october|november|december)|dictionary|dictionnaire|catalog(ue)?|test (cart\\w*|program|tape|disk|rom)|check(er)? program|service disk|sound test',
  ]
    .map((words) => `\\b(${words})\\b`)
    .join('|'),
  'i',
);

/** MAME appends regions, versions and states in brackets. */
const brackets = /\s*[([][^()[\]]*[)\]]/g;

/**
 * Reads the games of MAME's software lists (CC0), one for each set of regional versions, without applications and
 * demos.
 * @param folder of the lists, such as /usr/share/games/mame/hash
 */
export function readMame(folder: string): SourceGame[] {
  if (!existsSync(folder)) throw new Error(`${folder} is missing: install Debian's package mame-data`);
  // Ordered, so that the same lists always give the same games.
  const lists = [...platformIdsOf('mame')].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return merged(lists.flatMap(([list, platform]) => gamesOf(folder, list, platform)));
}

function gamesOf(folder: string, list: string, platform: number): SourceGame[] {
  const path = join(folder, `${list}.xml`);
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  if (!/license:\s*CC0/i.test(text.slice(0, 4000))) throw new Error(`${path} is not under CC0`);
  const { softwarelist } = parser.parse(text) as { softwarelist: { software: readonly Software[] } };
  const families = Map.groupBy(softwarelist.software, (one) => one['@cloneof'] ?? one['@name']);
  return [...families].flatMap(([name, versions]) => gameOf(`mame:${list}/${name}`, versions, platform) ?? []);
}

function gameOf(source: string, versions: readonly Software[], platform: number): SourceGame | null {
  const played = versions.filter(({ description }) => isGame(String(description)));
  const named = played.map((version) => ({ version, title: titleOf(String(version.description)) }));
  // Of several titles, prefers the one of the English release.
  const main =
    named.find(({ version }) => /\((?:[^()]*\b)?(USA|World|UK|Europe|Euro)\b/.test(String(version.description))) ??
    named[0];
  if (!main || main.title === '') return null;
  const years = played
    .flatMap(({ year }) => (/^\d{4}$/.test(String(year)) ? Number(year) : []))
    .filter((year) => year >= (launchYears.get(platform) ?? 1970) && year <= lastYear);
  const others = [...named.map(({ title }) => title), ...played.flatMap(altTitles)];
  return {
    name: main.title,
    aliases: distinct(others, main.title),
    released: years.length > 0 ? String(Math.min(...years)) : undefined,
    platforms: [platform],
    developers: [],
    publishers: publisherOf(main.version),
    genres: [],
    series: [],
    prominence: 0,
    ids: [],
    sources: [source],
  };
}

/** Later entries in MAME are reissues or homebrew. */
const lastYear = 2012;

const isGame = (description: string) => {
  const aside = description.match(brackets)?.join(' ') ?? '';
  return !notAGame.test(aside) && !application.test(description.replace(brackets, ''));
};

/** Turns "Legend of Zelda, The - A Link to the Past (USA)" into "The Legend of Zelda: A Link to the Past". */
export function titleOf(description: string): string {
  const bare = description.replace(brackets, '').replace(/\s+/g, ' ').trim();
  const [title = '', ...subtitles] = bare.split(/ [-~] /);
  const moved = /^(.*), (The|A|An|Der|Die|Das|Le|La|Les|L'|El|Los)$/.exec(title);
  const whole = moved ? `${moved[2]}${moved[2] === "L'" ? '' : ' '}${moved[1]}` : title;
  return [whole, ...subtitles].join(': ').slice(0, 200);
}

const altTitles = ({ info = [] }: Software) =>
  info.flatMap((one) => (one['@name'] === 'alt_title' ? String(one['@value']).replace(brackets, '').trim() : []));

const publisherOf = ({ publisher = '' }: Software) => {
  const name = String(publisher).replace(brackets, '').trim();
  return name === '' || /^<|^\?|unknown|bootleg|pirate/i.test(name) ? [] : [name.slice(0, 100)];
};

const distinct = (names: readonly string[], main: string) => {
  const usable = names.filter((name) => name !== '' && name.length <= 200);
  const byKey = new Map(usable.map((name) => [normalise(name), name]));
  byKey.delete(normalise(main));
  byKey.delete('');
  return [...byKey.values()].slice(0, 8);
};

/** Longest time between a game and its conversion to another machine. */
const conversionYears = 12;

/** Merges the entries of one title over all its platforms; a much later game with the same name stays separate. */
function merged(games: readonly SourceGame[]): SourceGame[] {
  const groups = Map.groupBy(games, ({ name }) => normalise(name));
  groups.delete('');
  return [...groups.values()].flatMap((same) => {
    const sorted = same.toSorted((a, b) => (yearOf(a) ?? 9999) - (yearOf(b) ?? 9999));
    const clusters: SourceGame[][] = [];
    for (const game of sorted) {
      const last = clusters.at(-1);
      const first = last?.[0] && yearOf(last[0]);
      const year = yearOf(game);
      if (last && (year === null || first === null || first === undefined || year - first <= conversionYears))
        last.push(game);
      else clusters.push([game]);
    }
    return clusters.map(joined);
  });
}

function joined(versions: readonly SourceGame[]): SourceGame {
  const [first] = versions as [SourceGame];
  const names = versions.flatMap(({ name, aliases }) => [name, ...aliases]);
  return {
    ...first,
    aliases: distinct(names, first.name),
    platforms: [...new Set(versions.flatMap(({ platforms }) => platforms))],
    publishers: [...new Set(versions.flatMap(({ publishers }) => publishers))].slice(0, 2),
  };
}
