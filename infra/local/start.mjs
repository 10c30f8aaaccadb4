import { runOnPinnedNode } from './bootstrap.mjs';

await runOnPinnedNode('src/start.ts');
