import { z } from 'zod';
import { id, instant } from './fields.ts';
import { syncRules } from './import-rules.ts';
import { status } from './library-entry.ts';
import { steamAccountPattern } from './steam-account.ts';

export const steamAccountText = z
  .string()
  .max(300)
  .regex(steamAccountPattern, 'Enter the address of a Steam profile, its name, or the account number')
  .meta({
    description: 'Profile address, profile name or account number; only the id is used.',
  });

/** The outcome of a check: an import, nothing new, or the reason why there is no import. */
export const lookOutcome = z.enum([
  'brought',
  'unchanged',
  'private',
  'not_found',
  'not_configured',
  'failed',
  'too_many',
]);

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
