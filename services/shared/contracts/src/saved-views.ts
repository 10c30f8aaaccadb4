import { z } from 'zod';
import { change, id, ownName, text } from './fields.ts';

/** Maximum saved views of a user. */
export const mostSavedViews = 50;

const name = ownName('view');

const query = text(2000).meta({
  description: 'Query string of the vault page, for example status=playing&sort=rating.',
});
const isDefault = z.boolean().meta({ description: 'Whether the vault opens with it; at most one view.' });
const position = z.number().int().min(0).max(1_000_000).meta({ description: 'Sort key, ascending.' });

/** A named view of a user's vault. */
export const savedView = z.object({ id, name: z.string(), query: z.string(), is_default: isDefault, position });

export const newSavedView = z.object({ name, query, is_default: isDefault.default(false) });

export const savedViewChange = change({ name, query, is_default: isDefault, position });

export type SavedView = z.infer<typeof savedView>;
