/** A stretch of settings.env: what is said, and the settings that follow it. */
export interface Stretch {
  readonly comment: readonly string[];
  readonly settings: readonly (readonly [name: string, value: string])[];
}

/** The stretches of a file of settings, which empty lines separate. */
export const stretchesOf = (text: string): Stretch[] =>
  text.split(/\n\s*\n/).map((part) => {
    const lines = part.split('\n');
    const settings = lines.flatMap((line) => {
      const [, name, value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name ? [[name, value] as const] : [];
    });
    return { comment: lines.filter((line) => line.startsWith('#')), settings };
  });

/** PUBLIC_ORIGIN, postgres-backups: publicOrigin, postgresBackups, as charts name their values. */
export const camelCase = (name: string): string =>
  name.toLowerCase().replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());
