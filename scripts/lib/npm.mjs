import path from 'node:path';
import { run } from './run.mjs';

/**
 * @param {string[]} args
 * @param {{ doing: string }} options
 * @returns {Promise<number>} npm's exit code
 */
export function runNpm(args, { doing }) {
  const env = cleanEnvironment(process.env);
  // The npm that started us, unless another package manager did: yarn and pnpm set the same variable.
  const cli = process.env.npm_execpath;
  if (cli && path.basename(cli) === 'npm-cli.js') return run(process.execPath, [cli, ...args], { env, doing });
  const isWindows = process.platform === 'win32';
  return run(isWindows ? 'npm.cmd' : 'npm', args, { env, doing, shell: isWindows });
}

/** Settings under which `npm ci` succeeds but leaves out the build tools or their install steps. */
function cleanEnvironment(env) {
  const harmful = /^(node_env|npm_config_(omit|production|ignore_scripts))$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !harmful.test(name)));
}
