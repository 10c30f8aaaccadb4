import { detect } from 'chardet';

/** Control characters that do not occur in text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;

/** Bytes sampled to detect the encoding. */
const sample = 65_536;

export interface Decoded {
  readonly text: string;
  readonly encoding: string;
}

/**
 * Decodes a file. A byte order mark decides; otherwise text that is valid UTF-8 is UTF-8, because other encodings
 * rarely are; otherwise the encoding is guessed from the letters.
 * @returns null when the bytes are not text
 */
export function decode(bytes: Uint8Array): Decoded | null {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const head = text.slice(0, sample);
  return (head.match(control)?.length ?? 0) > 2 + head.length / 100 ? null : { text, encoding };
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const wide = zerosAt(bytes);
  if (wide) return wide;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return known(detect(bytes.subarray(0, sample))) ?? 'windows-1252';
  }
}

/** Detects UTF-16 without a byte order mark: every second byte of plain letters is zero. */
function zerosAt(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 1024);
  const counts = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) counts[at % 2] = (counts[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = counts;
  const many = head.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : null;
}

/** Returns the browser's name of an encoding; null when unknown or already ruled out. */
function known(label: string | null): string | null {
  try {
    const { encoding } = new TextDecoder(label ?? '');
    return encoding.startsWith('utf') || encoding === 'iso-8859-1' ? null : encoding;
  } catch {
    return null;
  }
}
