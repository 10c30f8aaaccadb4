import rows from './channels.json' with { type: 'json' };

export interface Channel {
  readonly channelId: string;
  /** The playlist of the channel's uploads. */
  readonly uploadsPlaylistId: string;
  readonly title: string;
  /** Abbreviated, such as 1.53M; null when unknown. */
  readonly subscribers: string | null;
}

export const channels: readonly Channel[] = rows;

const byId = new Map(channels.map((channel) => [channel.channelId, channel]));
const byPlaylist = new Map(channels.map((channel) => [channel.uploadsPlaylistId, channel]));

export const channelWithId = (id: string) => byId.get(id);
export const channelOfPlaylist = (id: string) => byPlaylist.get(id);
