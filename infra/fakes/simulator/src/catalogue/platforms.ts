import rows from './platforms.json' with { type: 'json' };

export interface Platform {
  /** Giant Bomb's id. */
  readonly id: number;
  readonly name: string;
  readonly abbreviation: string;
  /** IGDB's id; null where the catalogue does not need it. */
  readonly igdbId: number | null;
}

const igdbIds: Readonly<Record<string, number>> = {
  PC: 6,
  LIN: 3,
  MAC: 14,
  NES: 18,
  SNES: 19,
  N64: 4,
  GCN: 21,
  Wii: 5,
  WiiU: 41,
  NSW: 130,
  NSW2: 508,
  GB: 33,
  GBC: 22,
  GBA: 24,
  DS: 20,
  '3DS': 37,
  FDS: 51,
  GEN: 29,
  SMS: 64,
  SAT: 32,
  DC: 23,
  GG: 35,
  SCD: 78,
  '32X': 30,
  PS1: 7,
  PS2: 8,
  PS3: 9,
  PS4: 48,
  PS5: 167,
  PSP: 38,
  VITA: 46,
  XBOX: 11,
  X360: 12,
  XONE: 49,
  XSX: 169,
  ARC: 52,
  2600: 59,
  5200: 66,
  7800: 60,
  C64: 15,
  AMI: 16,
  AST: 63,
  APL2: 75,
  SPEC: 26,
  MSX: 27,
  IPHN: 39,
  IPAD: 39,
  ANDR: 34,
  INTV: 67,
  CVIS: 68,
  A800: 65,
  BBCM: 69,
  TG16: 86,
  '3DO': 50,
  JAG: 62,
  CDI: 117,
  WSC: 123,
};

const byAbbreviation = new Map<string, Platform>(
  rows.map((row) => [row.abbreviation, { ...row, igdbId: igdbIds[row.abbreviation] ?? null }]),
);

/** Returns the platform with this abbreviation; throws RangeError when it does not exist. */
export function platformOf(abbreviation: string): Platform {
  const platform = byAbbreviation.get(abbreviation);
  if (!platform) throw new RangeError(`no platform is called ${abbreviation}`);
  return platform;
}
