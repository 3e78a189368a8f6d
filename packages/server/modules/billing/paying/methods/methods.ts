// Where a publisher is paid. Whoever changes it types the password, never in somebody's name; both its addresses hear of it, the
// account's and the one that the money went to or goes to, and payments wait for three days.

import {
  METHOD_HOLD_HOURS,
  type MethodKind,
  type MethodRow,
  methodKinds,
  methodLog,
  type OwnMethod,
  PayoutDetails,
  type PayoutMethod,
  type payingRoutes,
} from '@tributary/contract/billing/paying';
import { formatMoney } from '@tributary/contract/money';
import type { InputOf } from '@tributary/contract/route';
import type { Handlers, SignedInCall } from '../../../../http/call.ts';
import { inTransaction } from '../../../../http/call.ts';
import { HOUR_MS, unixSeconds } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { Fault } from '../../../../platform/fault.ts';
import { newId } from '../../../../platform/ids.ts';
import { emit } from '../../../../platform/jobs/outbox.repo.ts';
import type { Vault } from '../../../../platform/vault.ts';
import { sentence } from '../../../../words/sentences.ts';
import { confirmPassword } from '../../../accounts/index.ts';
import { exportList, recordAudit } from '../../../audit/index.ts';
import { queueMail } from '../../../mail/index.ts';
import { bookedDayAt, termsOfTenant } from '../../../tenancy/index.ts';
import type { BillingDeps } from '../../deps.ts';
import { nextDue } from '../../documents/balances.ts';
import { termsOfAccount } from '../../documents/terms.ts';
import { dayIn } from '../../said-money.ts';
import { todayOf } from '../../today.ts';
import { methodIn, payingRules } from '../rules.ts';
import { payoutMethodChanged } from '../topics.ts';
import { checkedDetails, maskOf } from './details.ts';
import { listedMethods, methodOf, replaceMethod, type StoredMethod } from './methods.repo.ts';

/** the check constraint keeps it within its list */
export const kindIn = (word: string): MethodKind => methodKinds.find((one) => one === word) ?? 'by-hand';

type Sealed = Pick<StoredMethod, 'id' | 'tenant_id' | 'sealed'>;
const placeOf = (tenantId: string, id: string) => ({ tenantId, connectionId: id, field: 'payout-method' });

/** null where it was sealed under a secret that is gone */
export function openDetails(vault: Vault, { id, tenant_id, sealed }: Sealed): PayoutDetails | null {
  const text = vault.open(placeOf(tenant_id, id), sealed)?.reveal();
  return text === undefined ? null : PayoutDetails.parse(JSON.parse(text));
}
export const sealDetails = (vault: Vault, tenantId: string, id: string, details: PayoutDetails): string =>
  vault.seal(placeOf(tenantId, id), JSON.stringify(details));

type Shown = Pick<StoredMethod, 'kind' | 'currency' | 'mask' | 'created_at' | 'held_until'>;
const shown = ({ kind, currency, mask, created_at, held_until }: Shown, now: Date): PayoutMethod => ({
  kind: kindIn(kind),
  currency,
  mask,
  changed_at: unixSeconds(created_at),
  held_until: held_until && held_until > now ? unixSeconds(held_until) : null,
});

async function ownMethod(tx: Tx, { principal, tenant, clock }: SignedInCall): Promise<OwnMethod> {
  const method = await methodOf(tx, principal.userId);
  const rules = await payingRules(tx, tenant.id);
  const terms = await termsOfAccount(tx, tenant.id, 'publisher', principal.userId);
  const { zones, currency } = await termsOfTenant(tx, tenant.id);
  const now = clock.now();
  return {
    method: method ? shown(method, now) : null,
    methods: methodKinds.flatMap((kind) => {
      const found = methodIn(rules, kind);
      return found ? [{ kind, fee: found.fee, minimum: found.minimum }] : [];
    }),
    terms: {
      cycle: terms.cycle,
      net_days: terms.netDays,
      hold_days: terms.holdDays,
      minimum: formatMoney(terms.minimum),
      next_due: nextDue(terms, bookedDayAt(zones, now).day),
    },
    home_currency: currency,
  };
}

async function setMethod(
  { body }: InputOf<typeof payingRoutes.setPayoutMethod>,
  call: SignedInCall,
  deps: BillingDeps,
): Promise<PayoutMethod> {
  const details = checkedDetails(body.kind, body.currency, body.details);
  const account = await confirmPassword(body.password, call, deps, 'The password is not right.');
  const at = call.clock.now();
  return call.transaction(async (tx) => {
    if (!methodIn(await payingRules(tx, call.tenant.id), body.kind)) {
      throw new Fault('conflict', 'This workspace does not pay by this method. Please choose another.');
    }
    const before = await methodOf(tx, account.id);
    const method = {
      tenantId: call.tenant.id,
      id: newId(at.getTime()),
      ownerId: account.id,
      kind: body.kind,
      currency: body.currency,
      mask: maskOf(body.kind, details),
      // the first one replaces nothing that somebody could have stolen
      heldUntil: before ? new Date(at.getTime() + METHOD_HOLD_HOURS * HOUR_MS) : null,
      createdBy: account.id,
      at,
    };
    const sealed = sealDetails(deps.vault, method.tenantId, method.id, details);
    if (!(await replaceMethod(tx, { ...method, sealed }))) throw new Fault('conflict');
    await emit(tx, call.tenant.id, payoutMethodChanged, { owner_id: account.id });
    await recordAudit(tx, call, {
      action: 'payout-method.changed',
      objectKind: 'payout-method',
      objectId: method.id,
      ...(before ? { before: { kind: before.kind, currency: before.currency, mask: before.mask } } : {}),
      after: { kind: method.kind, currency: method.currency, mask: method.mask },
    });
    const old = before && openDetails(deps.vault, before);
    const mail = {
      tenantId: call.tenant.id,
      language: account.language,
      name: 'payout-method-changed',
      values: {
        brand: call.tenant.displayName,
        firstName: account.first_name,
        lines: [
          ...(before ? [sentence('line.payout-method-old', { old_method: named(before) })] : []),
          sentence('line.payout-method-new', { new_method: named(method) }),
          ...(method.heldUntil
            ? [
                sentence('line.payments-wait', {
                  day: dayIn(account.language, await todayOf(tx, call.tenant.id, method.heldUntil)),
                }),
              ]
            : []),
          { verbatim: sentence('line.address', { address: call.ip }) },
        ],
      },
      at,
    } as const;
    const addresses = new Set([account.email, ...[old?.recipient, details.recipient].filter(isAddress)]);
    for (const to of addresses) await queueMail(tx, { ...mail, to });
    return shown({ ...method, created_at: at, held_until: method.heldUntil }, at);
  });
}
const named = ({ kind, mask }: Pick<StoredMethod, 'kind' | 'mask'>) =>
  sentence('method.to', { method: sentence(`method.${kindIn(kind)}`), mask });
const isAddress = (text: string | undefined): text is string =>
  text !== undefined && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);

type Listed = Awaited<ReturnType<typeof listedMethods.page>>['rows'][number];
const row =
  (now: Date) =>
  (one: Listed): MethodRow => ({
    ...shown(one, now),
    id: one.id,
    publisher: { id: one.owner_id, number: one.user_sequence_id, name: `${one.first_name} ${one.last_name}` },
  });

export const methodHandlers = (
  deps: BillingDeps,
): Handlers<
  Pick<typeof payingRoutes, 'payoutMethods' | 'exportPayoutMethods' | 'ownPayoutMethod' | 'setPayoutMethod'>
> => ({
  payoutMethods: inTransaction(async ({ query }, { clock }, tx) => {
    const { rows, next } = await listedMethods.page(tx, query);
    return { rows: rows.map(row(clock.now())), next };
  }),
  exportPayoutMethods: async ({ query }, call) =>
    exportList(
      call,
      { action: 'payout-methods.exported', objectKind: 'payout-method', filter: query },
      methodLog,
      listedMethods.all(call.transaction, query, undefined, (_tx, rows) => rows.map(row(call.clock.now()))),
    ),
  ownPayoutMethod: inTransaction((_input, call, tx) => ownMethod(tx, call)),
  setPayoutMethod: (input, call) => setMethod(input, call, deps),
});
