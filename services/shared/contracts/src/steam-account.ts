/** Who is meant: by the number of the account, or by the name that stands in the address of a profile. */
export type SteamAccount = { readonly id: string } | { readonly name: string };

const name = '[A-Za-z0-9_-]{2,64}';
const number = '(?:[0-9]{17}|STEAM_[0-5]:[01]:[0-9]{1,10}|\\[?U:1:[0-9]{1,10}\\]?)';

/** What `steamAccountOf` takes, but for numbers that no account has. */
export const steamAccountPattern = new RegExp(
  `^ *(?:(?:https?://)?(?:www[.])?steamcommunity[.]com/(?:id/${name}|profiles/${number})(?:[/?#][!-~]*)?|${name}|${number}) *$`,
);

/** The number of the first account; those of others count from it. */
const first = 76_561_197_960_265_728n;
const most = first + 2n ** 32n;

/**
 * The account that somebody means by a profile's address, the name in it, or a number in any of its forms (7656…, STEAM_0:1:2, [U:1:5]).
 * Nothing of an address is used but the id in it.
 * @returns null for what can be none of these
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
