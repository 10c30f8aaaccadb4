import { detect } from 'chardet';

/** Characters that no text has, and that are no blanks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;

/** Bytes that are looked at to find the encoding. */
const sample = 65_536;

export interface Decoded {
  readonly text: string;
  readonly encoding: string;
}

/**
 * The text of a file. A mark at its beginning says its encoding; else it is UTF-8 if all of it is valid as such, which other texts are
 * not by chance; else what its letters are likely to be.
 * @returns null for what is no text
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

/** UTF-16 without a mark: half of the bytes of plain letters are zero, always the same half. */
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

/** As browsers call it; null where they do not know it, or it was excluded already. */
function known(label: string | null): string | null {
  try {
    const { encoding } = new TextDecoder(label ?? '');
    return encoding.startsWith('utf') || encoding === 'iso-8859-1' ? null : encoding;
  } catch {
    return null;
  }
}
