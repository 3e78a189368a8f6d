import { PlainError } from './say.mjs';

const needed = [20, 19];

/** Below this version the tools fail with messages that do not name the cause. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return;
  throw new PlainError(`Tributary needs Node ${needed.join('.')} or newer; this is Node ${version}.`);
}
