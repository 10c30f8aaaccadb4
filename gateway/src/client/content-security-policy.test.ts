import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineScriptHashes } from './content-security-policy.ts';

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

test('hashes inline scripts exactly as written, without external and empty ones', () => {
  const html = `<script>\n a = 1;\n</script><script type="module" crossorigin src="/a.js"></script>
    <SCRIPT type="module">b()</SCRIPT><script> </script><script data-src="x">c()</script>`;
  expect(inlineScriptHashes(html)).toEqual([hash('\n a = 1;\n'), hash('b()'), hash('c()')]);
});
