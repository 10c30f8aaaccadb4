import { type Line, linesOf, type Run } from './html-lines.ts';

/** A shorter overview is not worth showing. */
const minLength = 20;
/** A longer bold line is emphasis, not a heading. */
const longestTitle = 80;

/** How a section starts: a heading, a bold line of its own, or bold words that open a paragraph. */
type Start = { readonly kind: 'heading'; readonly level: number } | { readonly kind: 'bold-line' | 'run-in' };

const mentionsOverview = (text: string): boolean => /overview/i.test(text);
const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');
const isBoldLine = ({ runs }: Line): boolean => runs.every(({ bold, text }) => bold || text.trim() === '');
const isTitle = (text: string): boolean => text.trim().length <= longestTitle;

/** Returns whether `line` ends the section that `start` opened. */
function ends(start: Start, line: Line): boolean {
  if (line.heading !== null) return start.kind !== 'heading' || line.heading <= start.level;
  if (start.kind === 'heading' || line.marker !== '') return false;
  if (isBoldLine(line)) return isTitle(textOf(line.runs));
  const opening = line.runs[0];
  return start.kind === 'run-in' && opening?.bold === true && isTitle(opening.text);
}

/**
 * Returns the text from line `first` to the end of its section; `rest` is the heading line's text after the heading.
 */
function partAfter(lines: readonly Line[], first: number, start: Start, rest: string): string {
  const following = lines.slice(first + 1);
  const end = following.findIndex((line) => ends(start, line));
  const body = following.slice(0, end === -1 ? undefined : end);
  const shown = body.map(({ gap, marker, runs }) => `${gap ? '\n' : ''}${marker}${textOf(runs).trim()}`);
  return [rest.replace(/^[\s:.–—-]+/, ''), ...shown].join('\n').trim();
}

/** Returns how a section starts and the text after it, if `line` holds a heading or bold text about the overview. */
function startIn(line: Line): { readonly start: Start; readonly rest: string } | null {
  if (line.heading !== null) {
    const level = line.heading;
    return mentionsOverview(textOf(line.runs)) ? { start: { kind: 'heading', level }, rest: '' } : null;
  }
  const place = line.runs.findIndex(({ bold, text }) => bold && mentionsOverview(text));
  if (place === -1) return null;
  const kind = isBoldLine(line) ? 'bold-line' : 'run-in';
  return { start: { kind }, rest: textOf(line.runs.slice(place + 1)) };
}

/**
 * Returns the overview of a game's description: the text after a heading or bold text containing 'overview', up to the
 * next heading of the same kind.
 * @param html the provider's HTML, of any quality; it is parsed in an inert document and never rendered
 * @returns plain text with line breaks, or null when no overview has more than 20 characters
 */
export function overviewOf(html: string | null): string | null {
  if (html === null) return null;
  const lines = linesOf(new DOMParser().parseFromString(html, 'text/html').body);
  for (const [place, line] of lines.entries()) {
    const found = startIn(line);
    if (!found) continue;
    const text = partAfter(lines, place, found.start, found.rest);
    if (text.length > minLength) return text;
  }
  return null;
}
