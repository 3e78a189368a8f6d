import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkFileNames, groups, wordsComeFirst } from './chunks.ts';
import { devPages, serverPaths } from './dev-pages.ts';

const serverPort = Number(process.env.PORT ?? 3000);

// Two pages, two bundles: the console and portals (app.html), and the small public site (site.html).
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), devPages(serverPort), wordsComeFirst],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    // what every page of the app begins with is one file (chunks.ts)
    chunkSizeWarningLimit: 800,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { app: 'app.html', site: 'site.html' },
      output: { codeSplitting: { groups }, chunkFileNames },
    },
  },
  server: {
    allowedHosts: ['.localhost'],
    // the Host stays as the browser sent it: it names the tenant
    proxy: Object.fromEntries(
      serverPaths.map((path) => [path, { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false }]),
    ),
  },
});
