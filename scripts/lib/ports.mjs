import net from 'node:net';
import { PlainError } from './say.mjs';

/**
 * @param {number} port
 * @param {string} [host] every address unless given
 * @returns {Promise<{ port: number } | { code: string }>}
 */
function tryListen(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve({ code: error.code }));
    server.listen({ port, host, exclusive: true }, () => {
      const { port: bound } = server.address();
      server.close(() => resolve({ port: bound }));
    });
  });
}

/**
 * @param {number} port
 * @param {string} [host]
 */
export async function isPortFree(port, host) {
  return 'port' in (await tryListen(port, host));
}

/** below the range from which outgoing connections take theirs, so that it stays free until it is listened on */
export async function findFreePort() {
  let code = '';
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await tryListen(20_000 + Math.floor(Math.random() * 12_000), '127.0.0.1');
    if ('port' in found) return found.port;
    code = found.code;
  }
  throw new PlainError(`No free port on 127.0.0.1 (${code}).`);
}

/**
 * @param {string} variable the environment variable that sets this port
 * @param {number} fallback
 */
export function readPort(variable, fallback, env = process.env) {
  const text = env[variable] || String(fallback);
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new PlainError(`${variable} must be a port between 1 and 65535, not "${text}".`);
}

/**
 * @param {string} variable
 * @param {number} port
 */
export async function checkPortFree(variable, port) {
  const tried = await tryListen(port);
  if ('port' in tried) return;
  const elsewhere = `choose another with ${variable}, for example ${variable}=${port < 65435 ? port + 100 : 3100} npm start`;
  if (tried.code === 'EACCES') throw new PlainError(`Port ${port} needs more rights than this user has; ${elsewhere}.`);
  throw new PlainError(`Port ${port} is already in use by another program; stop it, or ${elsewhere}.`);
}
