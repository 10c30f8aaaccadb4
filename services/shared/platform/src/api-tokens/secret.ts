import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Lets people and secret scanners recognize a leaked token. */
const prefix = 'nightshelf_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 36;
const checksumLength = 6;

const pattern = new RegExp(`^${prefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`);

/** @returns a secret of 214 random bits: a prefix, 36 random base-62 digits, and their CRC-32 in 6 more digits */
export function newTokenSecret(): string {
  const random = Array.from({ length: randomLength }, () => digits[randomInt(digits.length)]).join('');
  return prefix + random + checksumOf(random);
}

/** Returns whether this can be a token, so that mistyped or invented ones need no lookup. */
export function isTokenSecret(given: string): boolean {
  const [, random, checksum] = pattern.exec(given) ?? [];
  return random !== undefined && checksumOf(random) === checksum;
}

/** The stored form of a secret: SHA-256, hex. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

function checksumOf(random: string): string {
  let rest = crc32(random);
  let checksum = '';
  for (let at = 0; at < checksumLength; at += 1) {
    checksum = digits[rest % digits.length] + checksum;
    rest = Math.floor(rest / digits.length);
  }
  return checksum;
}
