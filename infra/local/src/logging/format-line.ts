import { styleText } from 'node:util';

export interface LineFormat {
  /** `json` passes lines through unchanged. */
  readonly form: 'pretty' | 'json';
  readonly colour: boolean;
}

type Style = Parameters<typeof styleText>[0];

const levelStyles: Readonly<Record<string, Style>> = {
  fatal: 'redBright',
  error: 'red',
  warn: 'yellow',
  info: 'green',
  debug: 'gray',
  trace: 'gray',
};

const nameStyles: readonly Style[] = ['cyan', 'magenta', 'blue', 'yellow', 'green', 'cyanBright', 'magentaBright'];

/** Fields that are printed elsewhere or do not help a reader. */
const silent = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'service', 'name', 'err', 'request_id']);

const nameWidth = 9;

/**
 * Formats a process's log line for a person: time, level, process, message, other fields. A line that is not a JSON
 * object is only prefixed with the process name.
 */
export function formatLine(name: string, line: string, { form, colour }: LineFormat): string {
  if (form === 'json') return line;
  const paint = (style: Style, text: string) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const entry = parse(line);
  // Services may share a process.
  const source = name === 'services' ? String(entry?.service ?? name) : name;
  const label = paint(styleOf(source), source.padEnd(nameWidth));
  if (!entry) return `${label} ${line}`;
  const level = String(entry.level ?? 'info');
  const parts = [
    paint('gray', timeOf(entry.time)),
    paint(levelStyles[level] ?? 'white', level.padEnd(5)),
    label,
    String(entry.msg ?? ''),
    paint('gray', fieldsOf(entry)),
  ];
  return [parts.filter(Boolean).join(' ').trimEnd(), ...errorLinesOf(entry.err)].join('\n');
}

/** Returns whether a line is neither a warning nor an error; a line that is not JSON may be either. */
export function isInformation(line: string): boolean {
  const entry = parse(line);
  return entry !== null && ['info', 'debug', 'trace'].includes(String(entry.level ?? 'info'));
}

/** Returns the same color for a process in every run. */
function styleOf(name: string): Style {
  const sum = [...name].reduce((total, character) => total + character.charCodeAt(0), 0);
  return nameStyles[sum % nameStyles.length] ?? 'white';
}

function parse(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** @param time ISO 8601, or milliseconds since 1970 */
function timeOf(time: unknown): string {
  const date = new Date(typeof time === 'number' ? time : String(time));
  return Number.isNaN(date.getTime()) ? '' : date.toTimeString().slice(0, 8);
}

function fieldsOf(entry: Record<string, unknown>): string {
  return Object.entries(entry)
    .filter(([key, value]) => !silent.has(key) && value !== null && value !== undefined && value !== '')
    .map(([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' ');
}

function errorLinesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { stack, message } = error as { stack?: unknown; message?: unknown };
  return [`  ${String(stack ?? message ?? '').replaceAll('\n', '\n  ')}`];
}
