/** `## 0.2.0`, `## 0.2.0 (2026-12-01)`, `## [0.2.0] - 2026-12-01` */
const heading = /^## \[?(?<version>[^\s\]]+)\]?(\s.*)?$/;

/**
 * Returns a version's section of CHANGELOG.md without its heading.
 * @returns undefined when the section is missing or empty
 */
export function sectionOf(changelog: string, version: string): string | undefined {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => heading.exec(line)?.groups?.version === version);
  if (start === -1) return undefined;
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => line.startsWith('## '));
  const section = after.slice(0, end === -1 ? undefined : end);
  const hasText = section.some((line) => line.trim() !== '' && !line.startsWith('#'));
  return hasText ? `${section.join('\n').trim()}\n` : undefined;
}
