import { z } from 'zod';
import { id, instant } from './fields.ts';
import { syncRules } from './import-rules.ts';
import { status } from './library-entry.ts';

/** A Steam account by its number, or by the name in its profile's address. */
export type SteamAccount = { readonly id: string } | { readonly name: string };

const name = '[A-Za-z0-9_-]{2,64}';
const number = '(?:[0-9]{17}|STEAM_[0-5]:[01]:[0-9]{1,10}|\\[?U:1:[0-9]{1,10}\\]?)';

/** The input that `steamAccountOf` accepts, including numbers that no account has. */
const steamAccountPattern = new RegExp(
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

export const steamAccountText = z
  .string()
  .max(300)
  .regex(steamAccountPattern, 'Enter the address of a Steam profile, its name, or the account number')
  .meta({
    description: 'Profile address, profile name or account number; only the id is used.',
  });

/** The outcome of a check: an import, nothing new, or the reason why there is no import. */
const lookOutcome = z.enum(['brought', 'unchanged', 'private', 'not_found', 'not_configured', 'failed', 'too_many']);

export const steamSyncForm = z.object({
  account: steamAccountText,
  rule: z.enum(syncRules).default('hours_only').meta({
    description: 'How to treat games already in the vault; the user’s edits stay.',
  }),
  status: status.default('collection').meta({ description: 'Status of added games.' }),
});

/** A Steam account that a vault is synchronized with. */
export const steamSync = z.object({
  account: z.string().meta({ description: 'The given name or number.' }),
  rule: z.enum(syncRules),
  status,
  connected_at: instant,
  looked_at: instant.nullable().meta({ description: 'Last check; null before the first.' }),
  outcome: lookOutcome.nullable().meta({ description: 'Outcome of the last check.' }),
  import_id: id.nullable().meta({ description: 'Last import from Steam, while it exists.' }),
  next_look_at: instant,
  looking: z.boolean().meta({ description: 'Whether a check is running or queued.' }),
});

export type LookOutcome = z.infer<typeof lookOutcome>;
export type SteamSync = z.infer<typeof steamSync>;
