// The panel's API for scripts and tests, over real HTTP. Node does not resolve *.localhost, so the Host header is set by
// hand and the connection goes to 127.0.0.1.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { CLIENT_VERSION, ENVELOPE_SECRET, IV_BYTES } from '@tributary/contract/envelope';

const key = createHash('sha256').update(ENVELOPE_SECRET).digest();

function seal(value: unknown): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final()]).toString('base64');
}

function open(text: string): unknown {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, IV_BYTES));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(IV_BYTES)), decipher.final()]).toString('utf8'));
}

export interface PanelCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: object;
  /** the specification's encoded routes: login and the lists of accounts */
  sealed?: boolean;
}

export interface Panel {
  /** the reply's value; anything but a 2xx is an error that says what came */
  // biome-ignore lint/suspicious/noExplicitAny: replies have the shapes that the contract's routes declare
  call(path: string, options?: PanelCall): Promise<any>;
}

export interface PanelAddress {
  port: number;
  /** the tenant's host, such as demo.localhost */
  host: string;
}

/** signs somebody in */
export async function openPanel(address: PanelAddress, email: string, password: string): Promise<Panel> {
  const { token } = await panelOf(address).call('/api/subdomain-login', {
    method: 'POST',
    sealed: true,
    body: { email, password, rememberMe: false },
  });
  return panelOf(address, String(token));
}

/** for whoever holds a token or an API key; without one, a stranger's */
export const panelOf = (address: PanelAddress, token = ''): Panel => ({
  call: (path, options = {}) => send(address, token, path, options),
});

// biome-ignore lint/suspicious/noExplicitAny: as above
async function send(address: PanelAddress, token: string, path: string, options: PanelCall): Promise<any> {
  const { method = 'GET', body, sealed = false } = options;
  const text = body === undefined ? undefined : sealed ? seal(body) : JSON.stringify(body);
  const { status, payload } = await exchange(address, method, path, token, text, sealed);
  const value = sealed ? open(payload) : payload === '' ? null : JSON.parse(payload);
  if (status < 200 || status > 299)
    throw new Error(`${method} ${path} was answered ${status}: ${JSON.stringify(value)}`);
  return value;
}

function exchange(
  { port, host }: PanelAddress,
  method: string,
  path: string,
  token: string,
  body: string | undefined,
  sealed: boolean,
): Promise<{ status: number; payload: string }> {
  const headers = {
    host: `${host}:${port}`,
    'x-subdomain': host.split('.')[0],
    'x-csrf-token': randomBytes(32).toString('hex'),
    'x-requested-with': 'XMLHttpRequest',
    'x-client-version': CLIENT_VERSION,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { 'content-type': sealed ? 'text/plain' : 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let payload = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        payload += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, payload }));
    });
    request.once('error', reject);
    request.end(body);
  });
}
