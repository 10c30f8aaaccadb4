const words = new Set(['by', 'or', 'and', 'unless', 'bool', 'offset', 'up', 'e']);

/** Returns the names of metrics in an expression: words that are not functions, labels or PromQL keywords. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring|group_left|group_right) ?\([^)]*\)/g, '');
  return [...bare.matchAll(/(?<![\w:])[a-z_][a-z_0-9:]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !words.has(name));
}
