// `npm run operator -- add EMAIL`: makes an operator, or gives one a new password; also `remove` and `list`. The password
// is asked for, or read from standard input, so that no shell history or process list ever holds it.
// `clear-networks WORKSPACE` is the way back for a workspace whose rules let nobody in.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { type Database, systemActor } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { type PasswordHasher, refuseWeakPassword } from '../accounts/index.ts';
import { readSettings, saveSettings } from '../settings/index.ts';
import { findTenant } from '../tenancy/index.ts';
import {
  addOperator,
  endOperatorSessions,
  findOperator,
  operatorEmails,
  removeOperators,
  setOperatorPassword,
} from './operators.repo.ts';

export interface CommandDeps {
  operators: Database;
  /** as the app's role */
  database: Database;
  passwords: PasswordHasher;
  clock: Clock;
  brandName: string;
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  print(line: string): void;
}

const MIN_LENGTH = 12;
const USAGE = 'Usage: npm run operator -- add EMAIL | remove EMAIL | list | clear-networks WORKSPACE';

/** what went wrong, for the person at the keyboard */
export class CommandError extends Error {}

export async function runOperatorCommand([verb, email, ...rest]: readonly string[], deps: CommandDeps): Promise<void> {
  if (verb === 'list' && email === undefined) {
    for (const line of await deps.operators.withoutTenant(operatorEmails)) deps.print(line);
    return;
  }
  if (verb === 'clear-networks' && email !== undefined && rest.length === 0) return clearNetworks(email, deps);
  if ((verb !== 'add' && verb !== 'remove') || email === undefined || rest.length > 0) throw new CommandError(USAGE);
  if (!z.email().safeParse(email).success) throw new CommandError(`${email} is not an e-mail address.`);
  await (verb === 'add' ? add(email, deps) : remove(email, deps));
}

async function add(email: string, deps: CommandDeps): Promise<void> {
  const password = await readPassword(deps);
  if ([...password].length < MIN_LENGTH)
    throw new CommandError(`The password needs at least ${MIN_LENGTH} characters.`);
  refuseWeakPassword(password, { minLength: MIN_LENGTH, words: [deps.brandName, email] });
  const password_hash = await deps.passwords.hash(password);
  const at = deps.clock.now();
  const created = await deps.operators.withoutTenant(async (tx) => {
    const known = await findOperator(tx, email);
    if (!known) return addOperator(tx, { id: newId(at.getTime()), email, password_hash, at });
    await setOperatorPassword(tx, known.id, password_hash);
    await endOperatorSessions(tx, known.id, at);
    return false;
  });
  deps.print(created ? `${email} is an operator now.` : `${email} has a new password; open sessions were ended.`);
}

async function remove(email: string, deps: CommandDeps): Promise<void> {
  const removed = await deps.operators.withoutTenant(async (tx) => {
    const known = await findOperator(tx, email);
    if (known) await removeOperators(tx, [known.id]);
    return known !== null;
  });
  if (!removed) throw new CommandError(`There is no operator ${email}.`);
  deps.print(`${email} is no operator any more.`);
}

/** everybody of the workspace signs in from anywhere again; the rest of its rules stays */
async function clearNetworks(subdomain: string, { database, clock, print }: CommandDeps): Promise<void> {
  const tenant = await database.withoutTenant((tx) => findTenant(tx, subdomain, clock.now()));
  if (!tenant) throw new CommandError(`There is no workspace ${subdomain}.`);
  const lists = await database.withTenant(tenant.id, systemActor, async (tx) => {
    const { version, value } = await readSettings(tx, tenant.id, 'security');
    const call = { tenant, clock, ip: '', requestId: newId(), system: true } as const;
    await saveSettings(tx, call, 'security', { version, value: { ...value, login_networks: [] } });
    return value.login_networks.length;
  });
  print(`${subdomain}: ${lists} lists of networks were cleared; everybody signs in from anywhere.`);
}

/** at a terminal what is typed does not show; in a pipe the first line counts */
async function readPassword({ input, print }: CommandDeps): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (input.isTTY) print('Password:');
  const lines = createInterface({ input, output: silent, terminal: input.isTTY === true });
  try {
    for await (const line of lines) return line;
    throw new CommandError('No password was given.');
  } finally {
    lines.close();
  }
}
