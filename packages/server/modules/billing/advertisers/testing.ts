// For tests only: invoices as the documents' room issues them, without their lines.
import { randomBytes } from 'node:crypto';
import { newId } from '../../../platform/ids.ts';
import type { TestApp } from '../../../testing.ts';
import type { World } from '../../../testing-world.ts';

let number = 100;

export async function addInvoice(
  t: TestApp,
  w: World,
  { amount, dueOn = '2026-01-31', currency = 'USD' }: { amount: bigint; dueOn?: string; currency?: string },
): Promise<string> {
  const id = newId(t.clock.now().getTime());
  await w.insert('documents', {
    tenant_id: w.tenantId,
    id,
    side: 'advertiser',
    kind: 'invoice',
    owner_id: w.advertiser.id,
    currency,
    period_from: '2025-12-01',
    period_to: '2026-01-01',
    state: 'issued',
    series: 'invoice-test',
    number: ++number,
    number_text: `INV-${number}`,
    net_micros: String(amount),
    total_micros: String(amount),
    made_at: t.clock.now(),
    issued_at: t.clock.now(),
    due_on: dueOn,
    hash: randomBytes(32),
  });
  return id;
}
