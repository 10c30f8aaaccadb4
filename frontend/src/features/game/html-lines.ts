/** Text that is bold or not bold throughout. */
export interface Run {
  readonly text: string;
  readonly bold: boolean;
}

/** One visible line of a document. Never empty. */
export interface Line {
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
export function linesOf(root: Node): readonly Line[] {
  const out = new LineWriter();
  write(root, { bold: false, heading: null, item: false }, out);
  out.break(false);
  return out.lines;
}
