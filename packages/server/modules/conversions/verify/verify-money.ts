// `npm run ledger:verify`: re-adds every tenant's ledger, recomputes its chain, compares conversions and lots with what was
// booked for them, lots with the terms of their day, and rollups with rows. With SUBDOMAIN:SEQUENCE:HASH, as a balance's answer gave it, also proves that nothing before it was changed.
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { events } from '../../events/index.ts';
import { type Statement, verifyLedger } from '../../ledger/index.ts';
import { checkTerms } from '../../offers/index.ts';
import { rollupDaysOf, tenantById, tenantIds, termsOfTenant } from '../../tenancy/index.ts';
import { checkBookings } from './bookings.repo.ts';
import { checkLots, unlessUnreadable } from './check-lots.ts';
import { checkPrices } from './check-prices.ts';
import { checkRates } from './check-rates.ts';
import { checkConversionDays, checkConversionRollups } from './check-rollups.repo.ts';

export class NotAStatement extends Error {}

function readStatements(texts: readonly string[]): Map<string, Statement[]> {
  const statements = new Map<string, Statement[]>();
  for (const text of texts) {
    const [, subdomain = '', sequence = '', hash = ''] = /^([a-z0-9-]+):(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? [];
    if (!subdomain)
      throw new NotAStatement(`"${text}" is no statement. One looks like demo:1234:5f3a… (64 hex digits).`);
    statements.set(subdomain, [...(statements.get(subdomain) ?? []), { sequence: BigInt(sequence), hash }]);
  }
  return statements;
}

/** everything but the chain itself: in a transaction bound to the tenant, as the system */
export async function checkBooks(tx: Tx, tenantId: string): Promise<string[]> {
  const { zones } = await termsOfTenant(tx, tenantId);
  return [
    ...(await checkBookings(tx)),
    ...(await checkTerms(tx)),
    ...(await unlessUnreadable(checkPrices(tx, zones))),
    ...(await checkRates(tx)),
    ...(await unlessUnreadable(checkLots(tx, tenantId, zones))),
    ...(await checkConversionRollups(tx)),
    ...(await checkDays(tx, tenantId)),
  ];
}

/** while rollups are counted anew, no day of theirs says anything */
async function checkDays(tx: Tx, tenantId: string): Promise<string[]> {
  const { timeZone, rebuild } = await rollupDaysOf(tx, tenantId);
  if (rebuild)
    return [
      `rollups are being counted anew up to ${rebuild.last}, from ${rebuild.next}: please verify again afterwards`,
    ];
  return [...(await checkConversionDays(tx, timeZone)), ...(await events().checkRollups(tx, tenantId, timeZone))];
}

/** said where a chain has entries of more than one */
const inFormats = (formats: ReadonlyMap<number, number>): string =>
  formats.size > 1 ? ` (${[...formats].map(([format, count]) => `${count} of format ${format}`).join(', ')})` : '';

/** true where there is nothing to say */
export async function verifyMoney(
  database: Database,
  statementTexts: readonly string[],
  print: (line: string) => void,
  /** what the floors above have to say of their own books */
  checkFurther: (tx: Tx, tenantId: string) => Promise<string[]> = async () => [],
): Promise<boolean> {
  const statements = readStatements(statementTexts);
  let findings = 0;
  for (const tenantId of await database.withoutTenant(tenantIds)) {
    await database.withTenant(tenantId, systemActor, async (tx) => {
      const { subdomain } = await tenantById(tx, tenantId);
      if (subdomain === '') return;
      const ledger = await verifyLedger(tx, tenantId, statements.get(subdomain));
      const found = [...ledger.findings, ...(await checkBooks(tx, tenantId)), ...(await checkFurther(tx, tenantId))];
      statements.delete(subdomain);
      findings += found.length;
      print(
        `${subdomain}: ${ledger.transfers} transfers${inFormats(ledger.formats)}, ${found.length === 0 ? 'all agree' : `${found.length} findings`}`,
      );
      for (const finding of found) print(`  ${finding}`);
    });
  }
  for (const subdomain of statements.keys()) {
    print(`${subdomain}: no such workspace`);
    findings++;
  }
  return findings === 0;
}
