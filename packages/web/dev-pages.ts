// For `npm run dev`: pages as the server serves them, but with the sources behind them. The server decides which page a
// host and path get and what it must know (packages/server/http/pages.ts); here only the built scripts and styles are
// swapped for the live ones. The site's words come from its last build.
import { type IncomingMessage, request } from 'node:http';
import type { Plugin } from 'vite';

/** what the server answers by itself, pages included */
export const serverPaths = [
  '/api',
  '/inbox',
  '/favicon',
  '/livez',
  '/readyz',
  '/metrics',
  '/.well-known',
  '/verify.html',
];

interface ServedPage {
  status: number;
  html: string;
}

export const devPages = (serverPort: number): Plugin => ({
  name: 'tributary-dev-pages',
  apply: 'serve',
  configureServer(vite) {
    vite.middlewares.use((asked, reply, next) => {
      const isPage = asked.method === 'GET' && asked.headers.accept?.includes('text/html');
      if (!isPage || serverPaths.some((path) => asked.url?.startsWith(path))) return next();
      askServer(asked, serverPort)
        .then(async ({ status, html }) => {
          const page = await vite.transformIndexHtml(asked.url ?? '/', withSources(html));
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

const BUILT = /<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*\/assets\/[^>]*>(?:<\/script>)?/g;

function withSources(html: string): string {
  const entry = html.includes('/assets/site-') ? '/site/main.tsx' : '/main.tsx';
  return html.replace(BUILT, '').replace('</head>', () => `<script type="module" src="${entry}"></script></head>`);
}
