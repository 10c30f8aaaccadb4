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

const rows: readonly (readonly [string, string, string, string, string, string, string])[] = [
  ['#0f1b3d', '#0a1128', '#24407a', '#3f6bb0', '#7fa6d9', '#ffb347', '#f6efe0'],
  ['#f3e3c7', '#ead0a4', '#e0a46b', '#c8553d', '#6d2e46', '#f26a3d', '#3a1730'],
  ['#10302b', '#0a211e', '#1e5147', '#3b7d67', '#8bb88f', '#f4d35e', '#f3f1dc'],
  ['#f7ede2', '#f5dccb', '#f6bd60', '#84a59d', '#3d5a6c', '#e4572e', '#243642'],
  ['#2b1338', '#1b0b26', '#5a2a6b', '#a23e7c', '#e5707e', '#ffd166', '#ffeede'],
  ['#dfeaf0', '#c5d9e3', '#9dbfcf', '#4f8aa8', '#1f4e6b', '#ff6b4a', '#12303f'],
  ['#3b0d11', '#220709', '#6a1b1a', '#a63a24', '#e07a3e', '#ffd9a0', '#fff0dc'],
  ['#e9e4d8', '#d8d0bd', '#b8b08d', '#6b7b5a', '#36462f', '#d1495b', '#232c1d'],
  ['#141414', '#0b0b0c', '#2c2c30', '#55555c', '#9a9aa3', '#e63946', '#f4f1ec'],
  ['#ffd9c7', '#ffc2a8', '#ff9a76', '#d65a6f', '#7a2e5d', '#fff3df', '#451539'],
  ['#0b2e4a', '#071f33', '#14557a', '#2292a4', '#9ad1c9', '#f5ee9e', '#f2f7ee'],
  ['#f4d58d', '#eec05c', '#e09f3e', '#bf5a2d', '#6f1d1b', '#fff8e1', '#4a1110'],
  ['#1f2041', '#14142b', '#4b3f72', '#7d5ba6', '#c9a7eb', '#7ef0c8', '#f3ecff'],
  ['#d9ead3', '#c0dbb9', '#93bf85', '#4f8a5b', '#234f37', '#f2a541', '#15372a'],
  ['#4a0e2e', '#30081e', '#7d1f4b', '#c2386f', '#f58ea0', '#ffe08a', '#fff0ea'],
  ['#ece8f4', '#dcd4ea', '#b9a9d6', '#7a66b0', '#40327a', '#ff7f6a', '#261c52'],
  ['#123524', '#0b2217', '#2c5f3a', '#5f8f3f', '#b5c95a', '#ff8552', '#f5f6e0'],
  ['#fdf0d5', '#f6dfb2', '#7fb3c8', '#2f6690', '#16425b', '#d7263d', '#0e2a3d'],
  ['#2d1e17', '#1c120e', '#5b3a29', '#97643d', '#d6a562', '#6fd1c0', '#f9ecd9'],
  ['#003844', '#00262f', '#006c67', '#1aa38f', '#a8dcc4', '#ffb100', '#f3f8ee'],
  ['#f2c9d8', '#e9aec5', '#d67ba6', '#8f3f83', '#452665', '#fff0c2', '#34184f'],
  ['#22304a', '#172236', '#3f5678', '#7189a8', '#c0cddc', '#ff5d5d', '#f3f5f8'],
  ['#cfe8e6', '#aed8d6', '#6fbfbf', '#22838c', '#0d4450', '#ff8a5b', '#0a2f38'],
  ['#35124e', '#210a33', '#5b2a86', '#9a48d0', '#e59bff', '#44e5e7', '#f9eeff'],
];

export const palettes: readonly Palette[] = rows.map(([high, low, far, middle, near, glow, ink]) => ({
  high,
  low,
  far,
  middle,
  near,
  glow,
  ink,
}));
