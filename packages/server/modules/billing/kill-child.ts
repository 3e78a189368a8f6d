// For tests only: one phase of billing in a process of its own, to be killed. Says "go" when the work begins, ends when it is done.
import { readFileSync } from 'node:fs';
import type { SignedInCall } from '../../http/call.ts';
import { openDatabase, systemActor } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { JobRun } from '../../platform/jobs/topics.ts';
import { quietLog, testSecret } from '../../platform/testing.ts';
import { createVault } from '../../platform/vault.ts';
import { runBilling } from './documents/runs.ts';
import { approveBatch } from './paying/batches/batches.ts';
import { makeFiles } from './paying/files/make-files.ts';
import { importAnswers } from './paying/payments/answers.ts';

const [url = '', tenantId = '', userId = '', phase = '', id = '', text = ''] = process.argv.slice(2);
const database = openDatabase(url, { name: 'kill', max: 2, log: quietLog });
const vault = createVault(testSecret);
const clock = { now: () => new Date() };
// what the verbs take of a call, and no more
const call = {
  tenant: { id: tenantId },
  principal: { userId, role: 'admin', team: null, impersonator: null, scopes: null },
  clock,
  ip: '127.0.0.1',
  requestId: 'kill',
} as unknown as SignedInCall;
const inTenant: JobRun<unknown>['transaction'] = (work) => database.withTenant(tenantId, systemActor, work);

process.stdout.write('go\n');
if (phase === 'run') {
  await runBilling({ database, clock }, tenantId, id);
} else if (phase === 'approve') {
  await inTenant((tx) => approveBatch({ params: { id }, query: undefined, body: { preview: text } }, call, tx, vault));
} else if (phase === 'files') {
  const run = { payload: {}, tenantId, jobId: newId(), attempt: 1, log: quietLog, transaction: inTenant };
  await makeFiles(run, id, { database, clock, vault, publicOrigin: new URL('http://localhost') });
} else {
  const content = readFileSync(text, 'utf8');
  await inTenant((tx) => importAnswers(tx, call, id, content));
}
await database.close();
