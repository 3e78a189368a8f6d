// How the workspace pays: a section of its settings with a door of its own.

import type { payingRoutes } from '@tributary/contract/billing/paying';
import { isCountryCode } from '@tributary/contract/countries';
import { parseMoney } from '@tributary/contract/money';
import type { InputOf, ReplyOf } from '@tributary/contract/route';
import type { SettingsOf } from '@tributary/contract/settings';
import type { MethodKind, OwnAccount } from '@tributary/contract/settings/paying';
import type { SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import type { AuditedCall } from '../../audit/index.ts';
import { readSettings, type StoredSettings, saveSettings } from '../../settings/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import { isBic, isIban } from './checks/addresses.ts';
import { CellFault, cell } from './files/csv-files.ts';

export type PayingRules = SettingsOf<'paying'>;
type Method = PayingRules['methods'][number];

export const payingRules = async (tx: Tx, tenantId: string): Promise<PayingRules> =>
  (await readSettings(tx, tenantId, 'paying')).value;
export const methodIn = ({ methods }: PayingRules, kind: MethodKind): Method | undefined =>
  methods.find((one) => one.kind === kind && one.is_on);
export const accountIn = ({ accounts }: PayingRules, currency: string): OwnAccount | undefined =>
  accounts.find((one) => one.currency === currency);
/** micro-units: they were parsed before they were kept */
export const microsOf = (text: string): bigint => parseMoney(text) ?? 0n;

/** empty: no sum asks for a second person */
const sumOf = (text: string): bigint | null => (text === '' ? null : microsOf(text));

/** who may save settings could pay alone by raising it first: a second person is let off by the owner, in person */
export async function guardTwoPersonSum(tx: Tx, value: SettingsOf<'payment'>, call: AuditedCall): Promise<void> {
  const { principal } = call;
  if (!principal || (principal.isOwner && principal.scopes === null && !principal.impersonator)) return;
  const stored = (await readSettings(tx, call.tenant.id, 'payment')).value;
  const [before, after] = [sumOf(stored.two_person_sum), sumOf(value.two_person_sum)];
  if (before !== null && (after === null || after > before)) {
    throw new Fault('forbidden', 'Only the owner, signed in, may raise or remove the sum that needs a second person.', {
      path: ['value', 'two_person_sum'],
    });
  }
}

type Show = typeof payingRoutes.paymentRules;

async function shown(tx: Tx, tenantId: string, stored: StoredSettings<'paying'>): Promise<ReplyOf<Show>> {
  const { currency } = await termsOfTenant(tx, tenantId);
  const { version, value, changedAt } = stored;
  return { ...value, version, home_currency: currency, changed_at: changedAt && unixSeconds(changedAt) };
}

export const showRules = async (tx: Tx, { tenant }: SignedInCall): Promise<ReplyOf<Show>> =>
  shown(tx, tenant.id, await readSettings(tx, tenant.id, 'paying'));

type Save = typeof payingRoutes.savePaymentRules;

export async function saveRules(tx: Tx, call: SignedInCall, { body }: InputOf<Save>): Promise<ReplyOf<Save>> {
  const { version, ...value } = body;
  checkAccounts(value.accounts);
  const kinds = value.methods.map(({ kind }) => kind);
  if (new Set(kinds).size !== kinds.length) {
    throw new Fault('invalid_input', 'A method stands twice.', { path: ['methods'] });
  }
  for (const [at, { columns }] of value.methods.entries()) {
    try {
      for (const { heading, fixed } of columns) for (const text of [heading, fixed ?? '']) cell(text, 'A column');
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      throw new Fault('invalid_input', 'A heading must not begin as a formula, and is one line.', {
        path: ['methods', at, 'columns'],
      });
    }
  }
  return shown(tx, call.tenant.id, await saveSettings(tx, call, 'paying', { version, value }));
}

function checkAccounts(accounts: readonly OwnAccount[]): void {
  const seen = new Set<string>();
  for (const [at, { currency, iban, bic, town, country }] of accounts.entries()) {
    const refuse = (field: string, sentence: string): never => {
      throw new Fault('invalid_input', sentence, { path: ['accounts', at, field] });
    };
    if (seen.has(currency)) refuse('currency', `There is an account for ${currency} already.`);
    seen.add(currency);
    if (!isIban(iban)) refuse('iban', 'This IBAN is not right. Please compare it with your bank’s paper.');
    if (bic !== '' && !isBic(bic)) refuse('bic', 'This BIC is not right: it has 8 or 11 characters.');
    if (town === '') refuse('town', 'Please enter the town: banks refuse addresses without it.');
    if (!isCountryCode(country.toLowerCase())) refuse('country', 'Please choose the country.');
  }
}
