import { escapeXml } from './escape-xml.ts';
import { hash } from './random.ts';

/** Two dark background colors and a bright one for each picture. */
const palettes = [
  ['#0f1b3d', '#0a1128', '#ffb347'],
  ['#10302b', '#0a211e', '#f4d35e'],
  ['#2b1338', '#1b0b26', '#ffd166'],
  ['#3b0d11', '#220709', '#ffd9a0'],
  ['#0b2e4a', '#071f33', '#f5ee9e'],
  ['#4a0e2e', '#30081e', '#ffe08a'],
  ['#123524', '#0b2217', '#ff8552'],
  ['#35124e', '#210a33', '#44e5e7'],
] as const;

export const coloursOf = (seed: string) => palettes[hash(seed) % palettes.length] ?? palettes[0];

/** Breaks a title into at most four lines. */
function linesOf(title: string): string[] {
  const lines: string[] = [''];
  for (const word of title.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && `${last} ${word}`.length > 16 && lines.length < 4) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`.trim();
  }
  return lines;
}

interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Determines the colors. */
  readonly seed: string;
}

/** Draws a background, a disc and a title as SVG. */
export function picture(title: string, { width, height, seed }: Sheet): string {
  const [high, low, glow] = coloursOf(seed);
  const radius = Math.min(width, height) / 5;
  const x = width / 4 + (hash(`${seed} x`) % (width / 2));
  const size = Math.round(width / 14);
  const lines = linesOf(title).map(
    (line, at, all) =>
      `<text x="${width / 12}" y="${height - (all.length - at) * size * 1.2}" font-family="sans-serif" font-weight="700" font-size="${size}" fill="#f6efe0">${escapeXml(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><title>${escapeXml(title)}</title><defs><linearGradient id="ground" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#ground)"/><circle cx="${x}" cy="${height / 3}" r="${radius}" fill="${glow}"/>${lines.join('')}</svg>`;
}
