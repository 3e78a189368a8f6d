// Where the project is, and the tools that `npm ci` puts into it.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** @param {...string} parts */
export const inRoot = (...parts) => path.join(root, ...parts);

/** The script behind each tool's command: run with our own node, so that no shell and no PATH is involved. */
export const tools = {
  biome: inRoot('node_modules/@biomejs/biome/bin/biome'),
  playwright: inRoot('node_modules/@playwright/test/cli.js'),
  tsc: inRoot('node_modules/typescript/bin/tsc'),
  tsx: inRoot('node_modules/tsx/dist/cli.mjs'),
  vite: inRoot('node_modules/vite/bin/vite.js'),
  vitest: inRoot('node_modules/vitest/vitest.mjs'),
};
