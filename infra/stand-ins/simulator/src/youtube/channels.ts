import rows from './channels.json' with { type: 'json' };

export interface Channel {
  readonly channelId: string;
  /** The playlist of everything that the channel uploads. */
  readonly uploadsPlaylistId: string;
  readonly title: string;
  /** As people write it, such as 1.53M; null where it is not known. */
  readonly subscribers: string | null;
}

export const channels: readonly Channel[] = rows;

const byId = new Map(channels.map((channel) => [channel.channelId, channel]));
const byPlaylist = new Map(channels.map((channel) => [channel.uploadsPlaylistId, channel]));

export const channelWithId = (id: string) => byId.get(id);
export const channelOfPlaylist = (id: string) => byPlaylist.get(id);
