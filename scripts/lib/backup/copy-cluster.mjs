// PostgreSQL's files, copied while it works. The registry's build has neither pg_basebackup nor pg_dump, so this is the
// documented low-level way: between pg_backup_start and pg_backup_stop the files may change under our hands, and the log
// written meanwhile, which is copied last, makes them whole again when the copy is started.
import fs from 'node:fs';
import path from 'node:path';
import { PlainError } from '../say.mjs';
import { copyTree, listTree, sumOf } from './copy-files.mjs';

/** made anew at every start; their folders must exist */
const emptied = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'];
const left =
  /(^|\/)(postmaster\.(pid|opts)|backup_(label|manifest)(\.old)?|tablespace_map|pg_internal\.init|pgsql_tmp.*)$/;
const control = 'global/pg_control';

const isWanted = (relative) => !left.test(relative) && !emptied.some((name) => relative.startsWith(`${name}/`));

/**
 * @param {import('pg').Client} client the superuser's; its session must last until the end
 * @param {string} cluster
 * @param {string} target
 * @param {() => void} meanwhile runs between start and stop: what it copies is older than the database in the backup
 * @returns {Promise<{ files: import('./copy-files.mjs').CopiedFile[], folders: string[] }>}
 */
export async function copyCluster(client, cluster, target, meanwhile) {
  const one = async (text, values = []) => (await client.query(text, values)).rows[0];
  const { n } = await one('select count(*)::int as n from pg_tablespace where pg_tablespace_location(oid) <> $1', ['']);
  if (n > 0) throw new PlainError('The database uses tablespaces outside its folder; back it up with pg_basebackup.');
  // the log from here on is kept until our session ends, however it ends
  await one('select pg_create_physical_replication_slot($1, true, true)', [`tributary_backup_${process.pid}`]);
  await one('select pg_backup_start($1, true)', ['tributary']);
  meanwhile();
  const { files, folders } = listTree(cluster, isWanted);
  // the control file last: it must not be older than what it speaks of
  const ordered = [...files.filter((file) => file !== control), control];
  const copied = copyTree({ root: cluster, files: ordered, folders }, target, 'cluster');
  const { labelfile, last } = await one(
    'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)',
  );
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(labelfile)?.[1];
  if (!first) throw new Error(`PostgreSQL's backup label has no start: ${labelfile}`);
  return { files: [...copied, ...copyLog(cluster, target, first, last), writeLabel(target, labelfile)], folders };
}

/** From the first segment that the start needs to the one that the stop ended: without a gap, or not at all. */
function copyLog(cluster, target, first, last) {
  const root = path.join(cluster, 'pg_wal');
  const files = fs.readdirSync(root).filter((name) => isBetween(name, first, last) || name.endsWith('.history'));
  const segments = files.filter((name) => !name.endsWith('.history')).sort();
  if (segments[0] !== first || segments.at(-1) !== last) {
    throw new Error(`PostgreSQL's log from ${first} to ${last} is not whole: ${segments.join(', ')}`);
  }
  return copyTree({ root, files, folders: [] }, target, 'cluster/pg_wal');
}
const isBetween = (name, first, last) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;

function writeLabel(target, text) {
  const file = path.join(target, 'cluster', 'backup_label');
  fs.writeFileSync(file, text, { mode: 0o600, flush: true });
  return { path: 'cluster/backup_label', ...sumOf(file) };
}
