import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Two pages, two bundles: the console and portals (app.html), and the small public site (site.html).
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { app: 'app.html', site: 'site.html' } },
  },
  server: {
    allowedHosts: ['.localhost'],
    proxy: Object.fromEntries(
      ['/api', '/inbox', '/livez', '/readyz'].map((path) => [path, { target: 'http://127.0.0.1:3000' }]),
    ),
  },
});
