import { readFile } from 'node:fs/promises';
import { SettingsError } from '@nightshelf/platform/config/settings.ts';
import { z } from 'zod';

const channel = z
  .object({
    channelId: z.string().regex(/^UC[\w-]{22}$/, 'is not a channel id'),
    title: z.string().min(1),
  })
  // YouTube derives the uploads playlist id from the channel id by its prefix.
  .transform((given) => ({ ...given, uploadsPlaylistId: given.channelId.replace(/^UC/, 'UU') }));

const channelList = z.object({ channels: z.array(channel).min(1).max(100) });

export type Channel = z.output<typeof channel>;

const builtIn = new URL('./channels.json', import.meta.url);

/**
 * Returns the configured channels.
 * @param file path of a JSON file like the built-in one, which is the default
 * @throws SettingsError when it cannot be read or has no valid channels
 */
export async function loadChannels(file?: string): Promise<readonly Channel[]> {
  try {
    return channelList.parse(JSON.parse(await readFile(file ?? builtIn, 'utf8'))).channels;
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new SettingsError(`CHANNELS_FILE: cannot be used\n${reason}`);
  }
}
