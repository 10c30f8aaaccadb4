import type { Palette } from '../palettes.ts';
import type { Random } from '../random.ts';

/** A way of filling a sheet, with calm ground for the title. */
export interface Composition {
  readonly name: string;
  /** Position of the title: above the horizon or below the figure. */
  readonly title: 'top' | 'bottom';
  /** Returns SVG elements for a sheet whose background is already painted. */
  readonly draw: (random: Random, palette: Palette) => string;
}
