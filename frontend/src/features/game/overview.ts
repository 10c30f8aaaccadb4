/** A piece of text with one weight. */
interface Run {
  text: string;
  readonly bold: boolean;
}

/** One visible line of a document. */
interface Line {
  readonly runs: Run[];
  /** 1 to 6 for a heading, otherwise null. */
  heading: number | null;
  /** Marker of a list item, such as '• '; otherwise empty. */
  marker: string;
  /** A blank line precedes it. */
  readonly gap: boolean;
}

const tags = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements without text, or with text about images that are not shown. */
const unread = tags(
  'SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME OBJECT SVG MATH TITLE TEXTAREA SELECT BUTTON FIGURE VIDEO AUDIO CANVAS',
);
const blocks = tags(
  'P DIV SECTION ARTICLE ASIDE HEADER FOOTER MAIN NAV BLOCKQUOTE PRE H1 H2 H3 H4 H5 H6 UL OL DL TABLE HR FORM FIELDSET ADDRESS DETAILS',
);
const lineStarters = tags('BR LI DT DD TR SUMMARY');

/** Returns '• ', or the item's number in an ordered list. */
function markerOf(item: Element): string {
  const list = item.parentElement;
  if (list?.tagName !== 'OL') return '• ';
  const place = [...list.children].filter(({ tagName }) => tagName === 'LI').indexOf(item);
  return `${place + 1}. `;
}

/** Where text is: its weight, its heading, and whether it is in a list item, where paragraphs get no blank line. */
interface Context {
  readonly bold: boolean;
  readonly heading: number | null;
  readonly item: boolean;
}

/** Returns the readable lines of a parsed document, with white space collapsed as a browser does. */
function linesOf(root: Node): readonly Line[] {
  const lines: Line[] = [];
  let line: Line = { runs: [], heading: null, marker: '', gap: false };

  const add = (raw: string, { bold, heading }: Context) => {
    const before = line.runs.at(-1);
    const atStart = before === undefined || before.text.endsWith(' ');
    const text = raw.replace(/\s+/g, ' ').slice(atStart && /^\s/.test(raw) ? 1 : 0);
    if (text === '') return;
    line.heading ??= heading;
    if (before?.bold === bold) before.text += text;
    else line.runs.push({ text, bold });
  };
  const endLine = (gap: boolean) => {
    const isBlank = line.runs.every(({ text }) => text.trim() === '');
    if (!isBlank) lines.push(line);
    line = { runs: [], heading: null, marker: isBlank ? line.marker : '', gap: gap || (isBlank && line.gap) };
  };
  const write = (node: Node, context: Context) => {
    if (node.nodeType === node.TEXT_NODE) add(node.nodeValue ?? '', context);
    if (!(node instanceof Element)) return;
    const tag = node.tagName.toUpperCase();
    if (unread.has(tag)) return;
    const isBlock = blocks.has(tag);
    const breaks = isBlock || lineStarters.has(tag);
    const gap = isBlock && !context.item;
    if (breaks) endLine(gap);
    if (tag === 'LI') line.marker = markerOf(node);
    const inner: Context = {
      bold: context.bold || tag === 'B' || tag === 'STRONG',
      // After an unclosed heading, a block of its own no longer belongs to the heading.
      heading: breaks ? Number(/^H([1-6])$/.exec(tag)?.[1]) || null : context.heading,
      item: context.item || tag === 'LI',
    };
    for (const child of node.childNodes) write(child, inner);
    if (tag === 'TD' || tag === 'TH') add(' ', context);
    if (breaks) endLine(gap);
    if (tag === 'LI') line.marker = '';
  };
  write(root, { bold: false, heading: null, item: false });
  endLine(false);
  return lines;
}

/** A shorter overview is not worth showing. */
const minLength = 20;
/** A longer bold line is emphasis, not a heading. */
const longestTitle = 80;

const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');
const isBoldLine = ({ runs }: Line): boolean => runs.every(({ bold, text }) => bold || text.trim() === '');
const isTitle = (text: string): boolean => text.trim().length <= longestTitle;
const mentionsOverview = (text: string): boolean => /overview/i.test(text);

/** Ranks of bold text, below those of headings, 1 to 6: a bold line of its own, and bold words that open a paragraph. */
const boldLine = 7;
const runIn = 8;

/** Returns the rank of a line that may start a section, which ends every section of the same or a lower rank. */
function rankOf(line: Line): number {
  const { heading, marker, runs } = line;
  const [opening] = runs;
  if (heading !== null) return heading;
  if (marker !== '') return Number.POSITIVE_INFINITY;
  if (isBoldLine(line)) return isTitle(textOf(runs)) ? boldLine : Number.POSITIVE_INFINITY;
  return opening?.bold && isTitle(opening.text) ? runIn : Number.POSITIVE_INFINITY;
}

/** Returns the rank and the text after it, if a line holds a heading or bold text about the overview. */
function startIn(line: Line): { readonly rank: number; readonly rest: string } | null {
  const { heading, runs } = line;
  if (heading !== null) return mentionsOverview(textOf(runs)) ? { rank: heading, rest: '' } : null;
  const place = runs.findIndex(({ bold, text }) => bold && mentionsOverview(text));
  if (place === -1) return null;
  return { rank: isBoldLine(line) ? boldLine : runIn, rest: textOf(runs.slice(place + 1)) };
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
    const start = startIn(line);
    if (!start) continue;
    const following = lines.slice(place + 1);
    const end = following.findIndex((other) => rankOf(other) <= start.rank);
    const shown = following
      .slice(0, end === -1 ? undefined : end)
      .map(({ gap, marker, runs }) => `${gap ? '\n' : ''}${marker}${textOf(runs).trim()}`);
    const text = [start.rest.replace(/^[\s:.–—-]+/, ''), ...shown].join('\n').trim();
    if (text.length > minLength) return text;
  }
  return null;
}
