import list from './palettes.json' with { type: 'json' };

/** Colours of one poster. Text in `ink` is readable on `high` and on `low`. */
export interface Palette {
  /** Top of the background. */
  readonly high: string;
  /** Bottom of the background. */
  readonly low: string;
  /** Shapes from the farthest to the nearest. */
  readonly far: string;
  readonly middle: string;
  readonly near: string;
  /** The accent colour. */
  readonly glow: string;
  readonly ink: string;
}

export const palettes: readonly Palette[] = list;
