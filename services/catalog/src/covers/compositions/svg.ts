/** Width and height of a cover in its own units; compositions draw on this sheet. */
export const sheet = { width: 600, height: 800 } as const;

const short = (value: number) => Math.round(value * 10) / 10;

/** Rounds the numbers of a template to a tenth, which keeps covers small. */
export function svg(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((text, part, index) => {
    const value = values[index - 1] ?? '';
    return text + (typeof value === 'number' ? short(value) : value) + part;
  });
}

/** A closed polygon through the points. */
export const polygon = (points: readonly (readonly [number, number])[], fill: string, more = '') =>
  `<path fill="${fill}" ${more} d="M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}Z"/>`;

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** A point at this distance and angle (radians) from a centre. */
export const polar = (x: number, y: number, radius: number, angle: number): readonly [number, number] => [
  x + radius * Math.cos(angle),
  y + radius * Math.sin(angle),
];
