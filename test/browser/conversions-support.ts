// The world outside, as far as conversions need it: a publisher's page and tracker, an advertiser's shop and server. One
// local server plays all of them, under names of its own.
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { Page } from '@playwright/test';
import { api } from './offers-support.ts';

const trackerPort = process.env.BROWSER_TRACKER_PORT ?? '4301';
export const outsidePort = process.env.BROWSER_OUTSIDE_PORT ?? '4302';
export const trackerOrigin = `http://demo.localhost:${trackerPort}`;
export const blog = `http://blog.localhost:${outsidePort}`;
/** same site as the tracking domain, so that the image pixel's cookie travels over plain http too */
export const shop = `http://shop.demo.localhost:${outsidePort}`;
/** the publisher's tracker: the address that OUTBOUND_ALLOW opens */
export const publisherTracker = `http://127.0.0.1:${outsidePort}/postback`;

export interface Outside {
  /** what the publisher's tracker was called with, oldest first */
  received: URL[];
  /** pages by path, for whoever asks */
  pages: Map<string, string>;
  close: () => Promise<void>;
}

export async function openOutside(): Promise<Outside> {
  const received: URL[] = [];
  const pages = new Map<string, string>();
  const server: Server = createServer((asked: IncomingMessage, reply) => {
    const url = new URL(asked.url ?? '/', `http://${asked.headers.host}`);
    if (url.pathname === '/postback') {
      received.push(url);
      reply.writeHead(200, { 'content-type': 'text/plain' }).end('thank you');
      return;
    }
    const page = pages.get(url.pathname);
    if (page === undefined) {
      reply.writeHead(204).end();
      return;
    }
    reply
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="en"><title>Outside</title><body>${page}</body></html>`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(outsidePort), '127.0.0.1', resolve);
  });
  return {
    received,
    pages,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** what the advertiser's server does; Node does not resolve *.localhost, so the name goes as the Host */
export const serverPostback = (address: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const { pathname, search, host } = new URL(address);
    const options = { host: '127.0.0.1', port: trackerPort, path: pathname + search, headers: { host } };
    const call = request(options, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        body += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    call.once('error', reject);
    call.end();
  });

/** the visitor follows the publisher's link; the click id is what the shop got */
export async function clickThrough(page: Page, outside: Outside, link: string): Promise<string> {
  outside.pages.set('/', `<h1>Blog</h1><a href="${link.replaceAll('&', '&amp;')}">Buy shoes</a>`);
  outside.pages.set('/landing', '<h1>Shop</h1>');
  await page.goto(`${blog}/`);
  await page.getByRole('link', { name: 'Buy shoes' }).click();
  await page.getByRole('heading', { name: 'Shop' }).waitFor({ timeout: 10_000 });
  return new URL(page.url()).searchParams.get('cid') ?? '';
}

/** a click without a browser; the click id is in the address it leads to */
export const clickId = (address: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { pathname, search, host } = new URL(address);
    const headers = {
      host,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    };
    const call = request({ host: '127.0.0.1', port: trackerPort, path: pathname + search, headers }, (answer) => {
      answer.resume();
      const { location } = answer.headers;
      resolve(location ? (new URL(location).searchParams.get('cid') ?? '') : '');
    });
    call.once('error', reject);
    call.end();
  });

const publisherNamed = async (page: Page, name: string): Promise<string> => {
  const query = new URLSearchParams({ kind: 'publisher', q: name });
  const { rows } = (await api(page, 'admin', 'GET', `/api/offer-choices?${query}`)) as { rows: { id: string }[] };
  return rows[0]?.id ?? '';
};

/** a conversion of the demo's publisher, added by hand through the API of a signed-in account manager */
export async function addConversion(page: Page, offerId: string, part: Record<string, unknown> = {}): Promise<string> {
  const { id } = (await api(page, 'admin', 'POST', '/api/conversions', {
    offer_id: offerId,
    publisher_id: await publisherNamed(page, 'Priya'),
    status: 'pending',
    reason: 'For a test',
    ...part,
  })) as { id: string };
  return id;
}
