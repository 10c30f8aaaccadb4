/** A Steam account by its number, or by the name in its profile's address. */
export type SteamAccount = { readonly id: string } | { readonly name: string };

const name = '[A-Za-z0-9_-]{2,64}';
const number = '(?:[0-9]{17}|STEAM_[0-5]:[01]:[0-9]{1,10}|\\[?U:1:[0-9]{1,10}\\]?)';

/** The input that `steamAccountOf` accepts, including numbers that no account has. */
export const steamAccountPattern = new RegExp(
  `^ *(?:(?:https?://)?(?:www[.])?steamcommunity[.]com/(?:id/${name}|profiles/${number})(?:[/?#][!-~]*)?|${name}|${number}) *$`,
);

/** The number of the first account; others count from it. */
const first = 76_561_197_960_265_728n;
const most = first + 2n ** 32n;

/**
 * Returns the account for a profile's address, its name, or a number in any form (7656…, STEAM_0:1:2, [U:1:5]). Only
 * the id in an address is used.
 * @returns null for any other text
 */
export function steamAccountOf(text: string): SteamAccount | null {
  if (!steamAccountPattern.test(text)) return null;
  const [, kind, inAddress = ''] = /[.]com\/(id|profiles)\/([^/?#\s]+)/.exec(text) ?? [];
  if (kind === 'id') return { name: inAddress };
  const given = kind ? inAddress : text.trim();
  return /^\d{17}$|:/.test(given) ? numbered(given) : { name: given };
}

function numbered(text: string): SteamAccount | null {
  const [, odd, half] = /^STEAM_\d:(\d):(\d+)$/.exec(text) ?? [];
  if (odd && half) return within(first + BigInt(half) * 2n + BigInt(odd));
  const [, short] = /^\[?U:1:(\d+)\]?$/.exec(text) ?? [];
  return within(short ? first + BigInt(short) : BigInt(text));
}

const within = (id: bigint): SteamAccount | null => (id > first && id < most ? { id: String(id) } : null);
