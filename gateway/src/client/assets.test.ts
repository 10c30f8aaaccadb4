import { expect, test } from 'vitest';
import { isAsset } from './assets.ts';

test.each([
  '/assets/index-DK8kQpqC.js',
  '/assets/agreement-Bw---4Dv.js',
  '/assets/add-totp-dialog-Ch86hSK_.css',
  '/assets/bricolage-grotesque-latin-wght-normal-DLoelf7F.woff2',
])('accepts %s as an asset of a build', (path) => expect(isAsset(path)).toBe(true));

test.each([
  '/',
  '/sw.js',
  '/assets/',
  '/assets/index.js',
  '/assets/index-DK8k.js',
  '/assets/index-DK8kQpqC',
  '/assets/index-DK8kQpqC.js/',
  '/assets/index-DK8kQpqC.js.br',
  '/assets/index-DK8kQpqC.JS',
  '/assets/deeper/index-DK8kQpqC.js',
  '/assets/%3Findex-DK8kQpqC.js',
  '/assets/index-DK8kQpqC.js?v=1',
  `/assets/${'long'.repeat(50)}-DK8kQpqC.js`,
  '/api/assets/index-DK8kQpqC.js',
])('rejects %s as an asset', (path) => expect(isAsset(path)).toBe(false));
