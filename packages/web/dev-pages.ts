// For `npm run dev`: pages as the server would serve them, but with the sources behind them. The server decides which
// page a host and path get and what it must know (see packages/server/http/pages.ts); Vite only swaps the built
// template for the live one.
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import type { Plugin } from 'vite';

interface ServedPage {
  status: number;
  html: string;
}

export const devPages = (serverPort: number): Plugin => ({
  name: 'tributary-dev-pages',
  apply: 'serve',
  configureServer(vite) {
    vite.middlewares.use((asked, reply, next) => {
      if (asked.method !== 'GET' || !asked.headers.accept?.includes('text/html')) return next();
      askServer(asked, serverPort)
        .then(async ({ status, html }) => {
          const name = html.includes('/assets/site-') ? 'site.html' : 'app.html';
          const template = readFileSync(path.join(vite.config.root, name), 'utf8')
            .replace('%BOOT%', () => between(html, '<script id="boot" type="application/json">', '</script>'))
            .replace('%TITLE%', () => between(html, '<title>', '</title>'));
          const page = await vite.transformIndexHtml(`/${name}`, template, asked.url);
          reply.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
          reply.end(page);
        })
        .catch(next);
    });
  },
});

function askServer({ url, headers: { host, cookie, accept } }: IncomingMessage, port: number): Promise<ServedPage> {
  return new Promise((resolve, reject) => {
    const headers = { host, accept, ...(cookie ? { cookie } : {}) };
    const call = request({ host: '127.0.0.1', port, path: url, headers }, (answer) => {
      let html = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        html += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 502, html }));
      answer.on('error', reject);
    });
    call.on('error', () => reject(new Error(`The server on port ${port} does not answer yet.`)));
    call.end();
  });
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  return from < 0 || to < 0 ? '' : text.slice(from + start.length, to);
}
