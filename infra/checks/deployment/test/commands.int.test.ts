import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { expect, test } from 'vitest';

const folder = join(checkoutRoot, 'docs/operations');

/** Returns kubectl commands that name resources. */
function commandsIn(text: string): string[] {
  const found = text.matchAll(/kubectl (?:-n \S+ )?(?:get|delete|describe|annotate|wait|scale) [^`\n|&;]+/g);
  return [...found].map(([command]) => command.trim());
}

/** Returns the arguments after the verb, without flags. */
function argumentsOf(command: string): string[] {
  const words = command.replace(/^kubectl (?:-n \S+ )?\S+/, '').replace(/\s-{1,2}[\w-]+(?:=\S+|\s+(?!-)\S+)?/g, '');
  return words.split(/\s+/).filter((word) => word !== '' && !word.startsWith('#'));
}

const commands = globSync('**/*.md', { cwd: folder }).flatMap((path) =>
  commandsIn(readFileSync(join(folder, path), 'utf8')).map((command) => ({ path, command })),
);

test('docs/operations has kubectl commands', () => expect(commands.length).toBeGreaterThan(30));

// kubectl refuses the mixture: 'there is no need to specify a resource type as a separate argument'.
test.each(commands.filter(({ command }) => argumentsOf(command).some((word) => word.includes('/'))))(
  '$path: `$command` names either all resources as type/name or none',
  ({ command }) => {
    expect(argumentsOf(command).filter((word) => !word.includes('/'))).toEqual([]);
  },
);
