// Folders and databases for one test run: fast, not durable, gone afterwards.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from './postgres.mjs';
import { identityOf, isStillRunning, programsIn, signalProcess, waitForEnd } from './processes.mjs';

const prefix = path.join(os.tmpdir(), 'tributary-test-');
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' };

/** @returns {Promise<{ url: string, remove: () => Promise<void> }>} the superuser's address, and the way to end it */
export async function startThrowawayCluster() {
  const folder = await createThrowawayFolder();
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), settings });
  const remove = async () => {
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { url: postgres.url, remove };
}

/** Passable for others: as root, PostgreSQL runs under another account. */
export async function createThrowawayFolder() {
  await removeAbandoned();
  const folder = fs.mkdtempSync(prefix);
  fs.chmodSync(folder, 0o711);
  fs.writeFileSync(path.join(folder, 'owner'), identityOf(process.pid));
  return folder;
}

/** What earlier runs left behind when they were killed: a folder whose owner is gone, perhaps with a live server. */
async function removeAbandoned() {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name);
    if (!folder.startsWith(prefix) || !isAbandoned(folder)) continue;
    for (const pid of programsIn('postgres', path.join(folder, 'postgres/cluster'))) {
      signalProcess(pid, 'SIGQUIT');
      await waitForEnd(pid, 5_000);
    }
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function isAbandoned(folder) {
  try {
    return !isStillRunning(fs.readFileSync(path.join(folder, 'owner'), 'utf8'));
  } catch {
    // Not written yet, or another user's.
    return false;
  }
}
