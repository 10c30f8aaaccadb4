import { runOnPinnedNode } from './bootstrap.mjs';

await runOnPinnedNode('src/test.ts');
