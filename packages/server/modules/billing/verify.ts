// What `npm run ledger:verify` proves of billing: a check of each room.
import type { Tx } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/vault.ts';
import { checkDeposits } from './advertisers/index.ts';
import { checkCloses } from './closing/index.ts';
import { checkDocuments } from './documents/index.ts';
import { checkFiles, checkPayments } from './paying/index.ts';
import { checkCommissions } from './referrals/index.ts';

/** in a transaction bound to the tenant, as the system; the vault opens what files were written */
export const checkBilling =
  (vault: Vault) =>
  async (tx: Tx, tenantId: string): Promise<string[]> => [
    ...(await checkDocuments(tx)),
    ...(await checkDeposits(tx)),
    ...(await checkCloses(tx, tenantId)),
    ...(await checkCommissions(tx)),
    ...(await checkPayments(tx)),
    ...(await checkFiles(tx, vault)),
  ];
