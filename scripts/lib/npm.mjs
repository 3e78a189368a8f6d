import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './root.mjs';
import { run } from './run.mjs';

/**
 * @param {string[]} args
 * @param {{ doing: string }} options
 * @returns {Promise<number>} npm's exit code
 */
export function runNpm(args, { doing }) {
  const { command, first, shell } = npmItself();
  return run(command, [...first, ...args], { env: cleanEnvironment(process.env), doing, shell });
}

/**
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>} what it printed; its complaints pass through
 */
export function readNpm(args) {
  const { command, first, shell } = npmItself();
  const env = cleanEnvironment(process.env);
  const child = spawn(command, [...first, ...args], { cwd: root, env, shell, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The npm that started us, unless another package manager did: yarn and pnpm set the same variable. */
function npmItself() {
  const cli = process.env.npm_execpath;
  if (cli && path.basename(cli) === 'npm-cli.js') return { command: process.execPath, first: [cli], shell: false };
  const isWindows = process.platform === 'win32';
  return { command: isWindows ? 'npm.cmd' : 'npm', first: [], shell: isWindows };
}

/** Settings under which `npm ci` succeeds but leaves out the build tools. */
function cleanEnvironment(env) {
  const harmful = /^(node_env|npm_config_(omit|production))$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !harmful.test(name)));
}
