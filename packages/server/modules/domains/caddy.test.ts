// The proxy of docs/operating.md, driven end to end where it is installed: a verified domain gets a certificate and its tenant's
// page, a stranger's name gets none.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NameServer, startNameServer } from '../../platform/outbound/testing-name-server.ts';
import { temporaryFolder } from '../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../testing.ts';

const isInstalled = spawnSync('caddy', ['version']).status === 0;
if (!isInstalled) process.stdout.write('Caddy is not installed: its test is not run\n');
const CADDYFILE = fileURLToPath(new URL('../../../../docs/Caddyfile', import.meta.url));

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

describe.runIf(isInstalled)('Caddy before the panel', () => {
  const folder = temporaryFolder();
  let t: TestApp;
  let server: NameServer;
  let caddy: ChildProcess;
  let port = 0;

  beforeAll(async () => {
    server = await startNameServer({ 'demo.localhost': { A: ['203.0.113.10'] } });
    mkdirSync(path.join(folder.path, 'web/assets'), { recursive: true });
    writeFileSync(path.join(folder.path, 'web/app.html'), '<title>%TITLE%</title>');
    t = await createTestApp({
      webRoot: path.join(folder.path, 'web'),
      env: { DNS_SERVERS: server.address, TRUSTED_PROXIES: '127.0.0.1', PUBLIC_ORIGIN: 'http://panel.example' },
    });
    const panel = await t.app.http?.listen({ port: 0, host: '127.0.0.1' });
    port = await freePort();
    caddy = spawn('caddy', ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
      env: {
        PATH: process.env.PATH,
        HOME: folder.path,
        CADDY_DATA: path.join(folder.path, 'caddy'),
        PANEL: new URL(panel ?? '').host,
        HTTPS_PORT: String(port),
        HTTP_PORT: String(await freePort()),
      },
    });
    await new Promise<void>((resolve, reject) => {
      let said = '';
      caddy.stderr?.on('data', (chunk: Buffer) => {
        said += String(chunk);
        if (said.includes('serving initial configuration')) resolve();
      });
      caddy.on('exit', () => reject(new Error(`caddy ended: ${said}`)));
    });
  });
  afterAll(async () => {
    caddy?.kill();
    await t?.close();
    await server?.close();
    folder.remove();
  });

  const open = (name: string): Promise<TLSSocket> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', servername: name, rejectUnauthorized: false });
      socket.once('secureConnect', () => resolve(socket));
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('closed before a certificate came')));
    });
  const pageOver = (socket: TLSSocket, host: string): Promise<string> =>
    new Promise((resolve) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += String(chunk);
      });
      socket.on('close', () => resolve(text));
      socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });

  test('a verified domain gets a certificate and its tenant’s page, an unknown one gets none', async () => {
    const at = { subdomain: 'demo', host: 'demo.panel.example' };
    const { token } = await t.signIn('admin@demo.test', at);
    const name = 'partners.example.com';
    const { body } = await t.call(routes.addDomain, { ...at, token, body: { host: name, kind: 'portal' } });
    await expect(open(name)).rejects.toThrow();
    server.zone['demo.panel.example'] = { A: ['203.0.113.10'] };
    server.zone[name] = { CNAME: 'demo.panel.example' };
    server.zone[`_domain-proof.${name}`] = { TXT: [body.records[0].value] };
    const checked = await t.call(routes.checkDomain, { ...at, token, params: { id: body.id } });
    expect(checked.body.state).toBe('verified');
    const socket = await open(name);
    expect(socket.getPeerCertificate().subjectaltname).toBe(`DNS:${name}`);
    expect(String(socket.getPeerCertificate().issuer.CN)).toContain('Caddy Local Authority');
    expect(await pageOver(socket, name)).toContain('<title>demo</title>');
    await expect(open('evil.example')).rejects.toThrow();
  });

  test('nobody reaches the question through the proxy', async () => {
    const socket = await open('demo.panel.example');
    const text: Promise<string> = new Promise((resolve) => {
      let all = '';
      socket.on('data', (chunk: Buffer) => {
        all += String(chunk);
      });
      socket.on('close', () => resolve(all));
    });
    socket.write('GET /internal/tls-ask?domain=panel.example HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    expect(await text).toMatch(/^HTTP\/1\.1 404/);
  });
});
