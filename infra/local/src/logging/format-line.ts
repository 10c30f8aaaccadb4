import { styleText } from 'node:util';

export interface LineFormat {
  /** `json` passes lines through as they are. */
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

/** Said by every line, or of no use to a person who reads along. */
const silent = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'service', 'name', 'err', 'request_id']);

const nameWidth = 9;

/**
 * Turns a line that a process has printed into one for a person: time, level, process, message, the other fields.
 * A line that is no JSON object is only given the process's name.
 */
export function formatLine(name: string, line: string, { form, colour }: LineFormat): string {
  if (form === 'json') return line;
  const paint = (style: Style, text: string) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const label = paint(styleOf(name), name.padEnd(nameWidth));
  const entry = parse(line);
  if (!entry) return `${label} ${line}`;
  const level = levelOf(entry.level);
  const parts = [
    paint('gray', timeOf(entry.time)),
    paint(levelStyles[level] ?? 'white', level.padEnd(5)),
    label,
    String(entry.msg ?? ''),
    paint('gray', fieldsOf(entry)),
  ];
  return [parts.filter(Boolean).join(' ').trimEnd(), ...faultOf(entry.err)].join('\n');
}

const numbered: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** @param level pino's, as a word or as a number */
function levelOf(level: unknown): string {
  return typeof level === 'number' ? (numbered[level] ?? String(level)) : String(level ?? 'info');
}

/** Whether a line is neither a warning nor a fault; a line that is no JSON object may be one. */
export function isInformation(line: string): boolean {
  const entry = parse(line);
  return entry !== null && ['info', 'debug', 'trace'].includes(levelOf(entry.level));
}

/** The same colour for a process in every run. */
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

function faultOf(fault: unknown): string[] {
  if (typeof fault !== 'object' || fault === null) return [];
  const { stack, message } = fault as { stack?: unknown; message?: unknown };
  return [`  ${String(stack ?? message ?? '').replaceAll('\n', '\n  ')}`];
}
