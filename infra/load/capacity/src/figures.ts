import data from '../figures.json' with { type: 'json' };

/** Each has a value, its unit, when it was taken and how; see `figures.json`, the only place where they stand. */
export type FigureName = keyof typeof data.figures;

export interface Figure {
  readonly value: number;
  readonly unit: string;
  /** `measured`: on `machine`. `estimated`: on paper, for want of a measurement. `set`: a choice of ours or of others. */
  readonly kind: string;
  readonly when: string;
  /** By which command, or out of what. */
  readonly how: string;
}

export const figures: Readonly<Record<FigureName, Figure>> = data.figures;

/** What all that is called measured was measured on. */
export const { machine } = data;

export const figure = (name: FigureName): number => figures[name].value;
