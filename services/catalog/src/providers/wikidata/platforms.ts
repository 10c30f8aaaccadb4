/** Maps Wikidata's platform items to our platform ids. */
export const wikidataPlatforms: Readonly<Record<string, number>> = {
  Q1406: 94, // Microsoft Windows
  Q16338: 94, // personal computer
  Q47604: 94, // DOS
  Q170434: 94, // MS-DOS
  Q14116: 17, // macOS
  Q13522376: 17, // classic Mac OS
  Q388: 152, // Linux
  Q94: 123, // Android
  Q48493: 96, // iOS
  Q2736289: 121, // iPadOS
  Q6368: 140, // web browser
  Q192851: 84, // arcade video game machine
  Q631229: 84, // arcade game machine
  Q10677: 22, // PlayStation
  Q10680: 19, // PlayStation 2
  Q10683: 35, // PlayStation 3
  Q5014725: 146, // PlayStation 4
  Q63184502: 176, // PlayStation 5
  Q170325: 18, // PlayStation Portable
  Q188808: 129, // PlayStation Vita
  Q132020: 32, // Xbox
  Q48263: 20, // Xbox 360
  Q13361286: 145, // Xbox One
  Q98973368: 179, // Xbox Series X and Series S
  Q64513817: 179, // Xbox Series X
  Q172742: 21, // Nintendo Entertainment System
  Q183259: 9, // Super Nintendo Entertainment System
  Q184839: 43, // Nintendo 64
  Q182172: 23, // GameCube
  Q8079: 36, // Wii
  Q56942: 139, // Wii U
  Q19610114: 157, // Nintendo Switch
  Q131582116: 210, // Nintendo Switch 2
  Q186437: 3, // Game Boy
  Q203992: 57, // Game Boy Color
  Q188642: 4, // Game Boy Advance
  Q170323: 52, // Nintendo DS
  Q203597: 117, // Nintendo 3DS
  Q164651: 79, // Virtual Boy
  Q209868: 8, // Master System
  Q10676: 6, // Mega Drive
  Q200912: 42, // Saturn
  Q184198: 37, // Dreamcast
  Q751719: 5, // Game Gear
  Q1047516: 29, // Mega-CD
  Q1063978: 31, // 32X
  Q206261: 40, // Atari 2600
  Q743222: 67, // Atari 5200
  Q753600: 70, // Atari 7800
  Q650601: 28, // Atari Jaguar
  Q753657: 7, // Atari Lynx
  Q627302: 13, // Atari ST
  Q99775: 14, // Commodore 64
  Q100047: 1, // Amiga
  Q23882: 16, // ZX Spectrum
  Q478829: 11, // Amstrad CPC
  Q853547: 15, // MSX
  Q201652: 12, // Apple II
  Q1057377: 55, // TurboGrafx-16
  Q1054350: 25, // Neo Geo
  Q229429: 26, // 3DO
  Q60309635: 175, // Stadia
};
