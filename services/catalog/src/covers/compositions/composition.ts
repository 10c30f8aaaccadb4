import type { Palette } from '../palettes.ts';
import type { Random } from '../random.ts';

/** A way of filling a sheet; it leaves calm ground where its title goes. */
export interface Composition {
  readonly name: string;
  /** Where the title stands: above the horizon or below the figure. */
  readonly title: 'top' | 'bottom';
  /** SVG elements for a sheet whose background is already painted. */
  readonly draw: (random: Random, palette: Palette) => string;
}
