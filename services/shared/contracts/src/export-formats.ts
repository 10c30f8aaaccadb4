/** Others who read a vault as a table of their own. */
export const exportFormats = ['yamtrack', 'grouvee', 'igdb'] as const;

export type ExportFormat = (typeof exportFormats)[number];
