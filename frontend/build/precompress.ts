import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Fonts and images are already compressed, and smaller files would not gain on the wire. */
const compressible = /\.(js|css|html|svg|json|webmanifest)$/;
const smallest = 1024;

/** Writes a `.br` and a `.gz` beside every text file of the build, so that the server never compresses per request. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: async ({ dir: directory = 'dist' }) => {
      const files = await readdir(directory, { recursive: true });
      for (const file of files.filter((name) => compressible.test(name))) {
        const path = join(directory, file);
        const content = await readFile(path);
        if (content.length < smallest) continue;
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
        await writeFile(`${path}.br`, await brotli(content, quality));
        await writeFile(`${path}.gz`, await deflate(content, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}
