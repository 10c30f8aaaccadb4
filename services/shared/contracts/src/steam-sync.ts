import { z } from 'zod';
import { id, instant } from './fields.ts';
import { syncRules } from './import-rules.ts';
import { status } from './library-entry.ts';
import { steamAccountPattern } from './steam-account.ts';

export const steamAccountText = z
  .string()
  .max(300)
  .regex(steamAccountPattern, "Give the address of a Steam profile, the name in it, or the account's number")
  .meta({
    description: "The address of a profile, the name in it, or the account's number; only the id in it is used.",
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
    description: 'What is made of games that are in the vault already, but for what their user wrote.',
  }),
  status: status.default('collection').meta({ description: 'Of games that are added.' }),
});

/** A Steam account that a vault is synchronized with. */
export const steamSync = z.object({
  account: z.string().meta({ description: 'The name or the number that was given.' }),
  rule: z.enum(syncRules),
  status,
  connected_at: instant,
  looked_at: instant.nullable().meta({ description: 'Last; null before the first time.' }),
  outcome: lookOutcome.nullable().meta({ description: 'Of the last look.' }),
  import_id: id.nullable().meta({ description: 'The last import that came of it, as long as it is kept.' }),
  next_look_at: instant,
  looking: z.boolean().meta({ description: 'It is being looked at, or is about to be.' }),
});

export type LookOutcome = z.infer<typeof lookOutcome>;
export type SteamSync = z.infer<typeof steamSync>;
