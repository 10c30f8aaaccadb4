import { escapeXml } from './escape-xml.ts';
import type { Genre } from './genre.ts';
import { type Face, faces } from './lettering/face.ts';
import { fitLines } from './lettering/fit-lines.ts';
import { lineWidth, setLine } from './lettering/set-line.ts';

interface Manner {
  readonly face: Face;
  readonly tracking: number;
  readonly leading: number;
  readonly largest: number;
  readonly centred: boolean;
}

const loud: Manner = { face: faces.bebasNeue, tracking: 12, leading: 0.9, largest: 150, centred: false };
const carved: Manner = { face: faces.cinzel, tracking: 20, leading: 1.02, largest: 92, centred: true };
const literary: Manner = { face: faces.dmSerifDisplay, tracking: 0, leading: 0.98, largest: 98, centred: true };
const friendly: Manner = { face: faces.jost, tracking: -8, leading: 0.96, largest: 98, centred: false };
const technical: Manner = { face: faces.spaceGrotesk, tracking: -24, leading: 0.98, largest: 92, centred: false };
const pixels: Manner = { face: faces.silkscreen, tracking: -20, leading: 0.96, largest: 96, centred: true };

const manners: Readonly<Record<Genre, Manner>> = {
  action: loud,
  adventure: literary,
  arcade: pixels,
  fighting: loud,
  horror: literary,
  platformer: friendly,
  puzzle: technical,
  racing: loud,
  rpg: carved,
  sandbox: loud,
  shooter: loud,
  simulation: friendly,
  sports: loud,
  strategy: technical,
};

/** Long series names go in small type above their part; a short name is large with its subtitle below. */
const longestHeadline = 11;

function split(name: string): { before: string; headline: string; after: string } {
  const cut = name.indexOf(': ');
  if (cut < 0) return { before: '', headline: name, after: '' };
  const [first, rest] = [name.slice(0, cut), name.slice(cut + 2)];
  return first.length > longestHeadline
    ? { before: first, headline: rest, after: '' }
    : { before: '', headline: first, after: rest };
}

export interface TitleRoom {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly at: 'top' | 'bottom';
}

/** Returns a title as outlines that fit the room, or as text when the typefaces lack its script. */
export function titleBlock(title: string, genre: Genre, room: TitleRoom): string {
  const manner = manners[genre];
  if (!canSet(title, manner.face)) return asText(title, room);
  const { before, headline, after } = split(title);
  const small = { face: faces.jost, size: 20, tracking: 150 };
  const asides = [before, after].map((text) =>
    text
      ? fitLines(text.toUpperCase(), small, { width: room.width, height: 50, largest: 23, lines: 2, leading: 1.3 })
      : null,
  );
  const [above, below] = asides;
  const tall = (aside: typeof above) => (aside ? aside.lines.length * aside.size * 1.3 + 14 : 0);
  const height = room.bottom - room.top - tall(above) - tall(below);
  const { lines, size } = fitLines(headline, manner, { ...manner, width: room.width, height, lines: 4 });
  const capital = (size * manner.face.capHeight) / 1000;
  const used = tall(above) + capital + (lines.length - 1) * size * manner.leading + tall(below);
  let y = room.at === 'top' ? room.top : room.bottom - used;
  const parts: string[] = [];
  const line = (text: string, style: { face: Face; size: number; tracking: number }, rise: number) => {
    const x = manner.centred ? room.x + (room.width - lineWidth(text, style)) / 2 : room.x;
    parts.push(setLine(text, style, x, y + rise));
  };
  for (const text of above?.lines ?? []) {
    line(text, { ...small, size: above?.size ?? small.size }, 13);
    y += (above?.size ?? 0) * 1.3;
  }
  if (above) y += 14;
  for (const text of lines) {
    line(text, { ...manner, size }, capital);
    y += size * manner.leading;
  }
  // Descenders would touch the text below.
  const hanging =
    !manner.face.capitals && /[gjpqyQ,]/.test(lines.at(-1) ?? '')
      ? size * 0.2
      : manner.face === faces.cinzel
        ? size * 0.14
        : 0;
  y += capital - size * manner.leading + 14 + hanging;
  for (const text of below?.lines ?? []) {
    line(text, { ...small, size: below?.size ?? small.size }, 15);
    y += (below?.size ?? 0) * 1.3;
  }
  return parts.join('');
}

const canSet = (title: string, face: Face) =>
  [...title.toUpperCase(), ...title].every(
    (character) =>
      character === ' ' ||
      (face.glyphs.has(face.capitals ? character.toUpperCase() : character) && faces.jost.glyphs.has(character)),
  );

/** Characters per line of text, for scripts whose letters are as wide as high. */
const lineLength = 10;

function asText(title: string, { x, top, bottom, at }: TitleRoom): string {
  const characters = [...title];
  const lines = Array.from({ length: Math.min(3, Math.ceil(characters.length / lineLength)) }, (_, index) =>
    characters.slice(index * lineLength, (index + 1) * lineLength).join(''),
  );
  const first = at === 'top' ? top + 40 : bottom - (lines.length - 1) * 54;
  return lines
    .map(
      (line, index) =>
        `<text x="${x}" y="${first + index * 54}" font-family="sans-serif" font-weight="700" font-size="46">${escapeXml(line)}</text>`,
    )
    .join('');
}
