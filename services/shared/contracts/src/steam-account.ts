/** Who is meant: by the number of the account, or by the name that stands in the address of a profile. */
export type SteamAccount = { readonly id: string } | { readonly name: string };

/** The number of the first account; those of others count from it. */
const first = 76_561_197_960_265_728n;
const most = first + 2n ** 32n;

/**
 * The account that somebody means by a profile's address, the name in it, or a number in any of its forms (7656…, STEAM_0:1:2, [U:1:5]).
 * Nothing of an address is used but the id in it.
 * @returns null for what can be none of these
 */
export function steamAccountOf(text: string): SteamAccount | null {
  const given = text.trim();
  const address = /^(?:https?:\/\/)?(?:www\.)?steamcommunity\.com\/(id|profiles)\/([^/?#\s]+)(?:[/?#]\S*)?$/i.exec(
    given,
  );
  if (address) return address[1]?.toLowerCase() === 'id' ? named(address[2] ?? '') : numbered(address[2] ?? '');
  return numbered(given) ?? named(given);
}

function numbered(text: string): SteamAccount | null {
  const old = /^STEAM_[0-5]:([01]):(\d{1,10})$/i.exec(text);
  if (old) return within(first + BigInt(old[2] ?? 0) * 2n + BigInt(old[1] ?? 0));
  const short = /^\[?U:1:(\d{1,10})\]?$/i.exec(text);
  if (short) return within(first + BigInt(short[1] ?? 0));
  return /^\d{17}$/.test(text) ? within(BigInt(text)) : null;
}

const within = (id: bigint): SteamAccount | null => (id > first && id < most ? { id: String(id) } : null);

/** A number of 17 digits is no name: it would have been an account. */
const named = (text: string): SteamAccount | null =>
  /^[A-Za-z0-9_-]{2,64}$/.test(text) && !/^\d{17}$/.test(text) ? { name: text } : null;
