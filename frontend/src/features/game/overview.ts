/** A piece of text with one weight. */
interface Run {
  readonly text: string;
  readonly bold: boolean;
}

/** One visible line of a document. Never empty. */
interface Line {
  readonly runs: readonly Run[];
  /** 1 to 6 for a heading, otherwise null. */
  readonly heading: number | null;
  /** Marker of a list item, such as '• '; otherwise empty. */
  readonly marker: string;
  /** A blank line precedes it. */
  readonly gap: boolean;
}

/** Elements without text, or with text about images that are not shown. */
const unread = new Set(
  'SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME OBJECT SVG MATH TITLE TEXTAREA SELECT BUTTON FIGURE VIDEO AUDIO CANVAS'.split(
    ' ',
  ),
);
const blocks = new Set(
  'P DIV SECTION ARTICLE ASIDE HEADER FOOTER MAIN NAV BLOCKQUOTE PRE H1 H2 H3 H4 H5 H6 UL OL DL TABLE HR FORM FIELDSET ADDRESS DETAILS'.split(
    ' ',
  ),
);
const lineStarters = new Set('BR LI DT DD TR SUMMARY'.split(' '));
const boldTags = new Set(['B', 'STRONG']);

interface Context {
  readonly bold: boolean;
  readonly heading: number | null;
  /** Inside a list item, where paragraphs get no blank line. */
  readonly item: boolean;
}

/** Returns '• ', or the item's number in an ordered list. */
function markerOf(item: Element): string {
  const list = item.parentElement;
  if (list?.tagName !== 'OL') return '• ';
  const place = [...list.children].filter(({ tagName }) => tagName === 'LI').indexOf(item);
  return `${place + 1}. `;
}

/** Collects runs into lines, and collapses white space as a browser does. */
class LineWriter {
  readonly lines: Line[] = [];
  #runs: Run[] = [];
  #heading: number | null = null;
  #marker = '';
  #gap = false;

  text(raw: string, { bold, heading }: Context): void {
    const before = this.#runs.at(-1);
    const atStart = before === undefined || before.text.endsWith(' ');
    const text = raw.replace(/\s+/g, ' ').slice(atStart && /^\s/.test(raw) ? 1 : 0);
    if (text === '') return;
    this.#heading ??= heading;
    if (before?.bold === bold) this.#runs[this.#runs.length - 1] = { text: before.text + text, bold };
    else this.#runs.push({ text, bold });
  }

  break(gap: boolean): void {
    if (this.#runs.some(({ text }) => text.trim() !== '')) {
      this.lines.push({ runs: this.#runs, heading: this.#heading, marker: this.#marker, gap: this.#gap });
      this.#gap = false;
      this.#marker = '';
    }
    this.#runs = [];
    this.#heading = null;
    this.#gap ||= gap;
  }

  marker(text: string): void {
    this.#marker = text;
  }
}

function write(node: Node, context: Context, out: LineWriter): void {
  if (node.nodeType === node.TEXT_NODE) out.text(node.nodeValue ?? '', context);
  if (isElement(node)) writeElement(node, context, out);
}

function writeElement(node: Element, context: Context, out: LineWriter): void {
  const tag = node.tagName.toUpperCase();
  if (unread.has(tag)) return;
  const block = blocks.has(tag);
  const breaks = block || lineStarters.has(tag);
  const gap = block && !context.item;
  if (breaks) out.break(gap);
  if (tag === 'LI') out.marker(markerOf(node));
  const inner: Context = {
    bold: context.bold || boldTags.has(tag),
    // After an unclosed heading, a block of its own no longer belongs to the heading.
    heading: breaks ? headingLevel(tag) : context.heading,
    item: context.item || tag === 'LI',
  };
  for (const child of node.childNodes) write(child, inner, out);
  if (tag === 'TD' || tag === 'TH') out.text(' ', context);
  if (breaks) out.break(gap);
  if (tag === 'LI') out.marker('');
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

function headingLevel(tag: string): number | null {
  return /^H[1-6]$/.test(tag) ? Number(tag[1]) : null;
}

/** Returns the readable lines of a parsed document or of a part of it. */
function linesOf(root: Node): readonly Line[] {
  const out = new LineWriter();
  write(root, { bold: false, heading: null, item: false }, out);
  out.break(false);
  return out.lines;
}

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
