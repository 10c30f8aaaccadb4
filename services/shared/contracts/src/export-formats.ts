/** Formats in which other services import a vault. */
export const exportFormats = ['yamtrack', 'grouvee', 'igdb'] as const;

export type ExportFormat = (typeof exportFormats)[number];
