// How the server and the tracker are built: one file per program or thread for node, with the workspace's own contract
// inside and every package from the registry left outside.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export function programConfig(name: 'server' | 'tracker', entries: readonly string[] = ['main.ts']): UserConfig {
  return {
    root: path.join(root, 'packages', name),
    publicDir: false,
    ssr: { noExternal: [/^@tributary\//] },
    build: {
      ssr: true,
      rollupOptions: { input: entries.map((entry) => path.join(root, 'packages', name, entry)) },
      outDir: path.join(root, 'dist', name),
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
    },
  };
}
