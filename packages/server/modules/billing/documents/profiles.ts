// Tax profiles: who somebody is to a tax office, the form, and the agreement that we write the invoices.

import type { TaxProfile, TaxProfileForm } from '@tributary/contract/billing/terms';
import type { ChangeAction } from '@tributary/contract/logs/trail-actions';
import { hasVatShape, plainVatId } from '@tributary/contract/vat-ids';
import type { z } from 'zod';
import type { SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { recordAudit } from '../../audit/index.ts';
import { settingsHistory } from '../../settings/index.ts';
import { taxContext } from './draft.ts';
import { keepFile } from './files.ts';
import { type ProfileChange, profileOf, type StoredProfile, saveProfile } from './tax.repo.ts';
import { hasAgreement } from './tax.ts';
import { requirePartner } from './terms.ts';

/** a text's version is that of the settings with which it came: another text asks for another word, another cycle does not */
async function agreementNow(tx: Tx, tenantId: string) {
  const history = await settingsHistory(tx, tenantId, 'payment');
  const text = history[0]?.value.self_billing_text ?? '';
  const others = history.findIndex(({ value }) => value.self_billing_text !== text);
  const since = history[(others < 0 ? history.length : others) - 1];
  return { version: since?.version ?? 0, text };
}

export async function shownProfile(tx: Tx, tenantId: string, ownerId: string, now: Date): Promise<TaxProfile> {
  const { number, name } = await requirePartner(tx, 'publisher', ownerId);
  const { profile, rule, form } = await taxContext(tx, { tenantId, side: 'publisher', ownerId, now });
  const agreement = await agreementNow(tx, tenantId);
  const agreed = profile?.agreement;
  return {
    owner: { id: ownerId, number, name },
    version: profile?.version ?? 0,
    party: profile?.party ?? 'person',
    legal_name: profile?.legalName ?? '',
    country: profile?.country ?? '',
    vat_id: profile?.vatId ?? null,
    street: profile?.street ?? '',
    house_number: profile?.houseNumber ?? '',
    postcode: profile?.postcode ?? '',
    town: profile?.town ?? '',
    form: profile?.form ?? null,
    form_file: profile?.formFileId != null ? { id: profile.formFileId, name: profile.formFileName ?? '' } : null,
    form_expires_on: profile?.formExpiresOn ?? null,
    form_wanted: rule?.form ?? null,
    form_standing: form,
    agreement: agreed
      ? {
          version: agreed.version,
          accepted_at: unixSeconds(agreed.at),
          until: unixSeconds(agreed.until),
          in_force: hasAgreement(profile, now),
        }
      : null,
    agreement_text: agreement.text,
    agreement_version: agreement.version,
  };
}

async function change(tx: Tx, call: SignedInCall, version: number, action: ChangeAction, next: ProfileChange) {
  const { userId: ownerId } = call.principal;
  const at = call.clock.now();
  if (!(await saveProfile(tx, { tenantId: call.tenant.id, ownerId, version, at }, next))) throw new Fault('conflict');
  // what somebody's papers say is not for a trail
  await recordAudit(tx, call, {
    action,
    objectKind: 'user',
    objectId: ownerId,
    after: { changed: Object.keys(next).sort().join(', ') },
  });
  return shownProfile(tx, call.tenant.id, ownerId, at);
}

export async function saveOwnProfile(tx: Tx, call: SignedInCall, form: z.output<typeof TaxProfileForm>) {
  const { version, ...values } = form;
  const before = await profileOf(tx, call.principal.userId);
  // another form, or another country, needs another paper
  const keepsForm = before !== null && before.form === values.form && before.country === values.country;
  return change(tx, call, version, 'tax-profile.changed', {
    ...values,
    vat_id: (hasVatShape(values.country) && values.vat_id ? plainVatId(values.vat_id) : values.vat_id) || null,
    ...(keepsForm ? {} : { form_file_id: null }),
  });
}

async function requireProfile(tx: Tx, ownerId: string): Promise<StoredProfile> {
  const profile = await profileOf(tx, ownerId);
  if (!profile) throw new Fault('conflict', 'Please fill in your tax profile first.');
  return profile;
}

export async function sendForm(tx: Tx, call: SignedInCall, { name, data }: { name: string; data: string }) {
  const { userId: ownerId } = call.principal;
  const { version, form } = await requireProfile(tx, ownerId);
  if (!form) throw new Fault('conflict', 'Please choose in your tax profile which form it is.');
  const at = call.clock.now();
  const file = { tenantId: call.tenant.id, ownerId, kind: 'tax-form', name, data, by: ownerId, at } as const;
  return change(tx, call, version, 'tax-profile.form-sent', { form_file_id: await keepFile(tx, file) });
}

const AGREEMENT_MONTHS = 12;

export async function acceptAgreement(tx: Tx, call: SignedInCall, version: number) {
  const profile = await requireProfile(tx, call.principal.userId);
  const agreement = await agreementNow(tx, call.tenant.id);
  if (agreement.text === '') throw new Fault('conflict', 'This workspace does not write invoices for publishers.');
  if (agreement.version !== version) {
    throw new Fault('conflict', 'The agreement was changed meanwhile. Please read it again.');
  }
  const at = call.clock.now();
  const until = new Date(at);
  until.setUTCMonth(until.getUTCMonth() + AGREEMENT_MONTHS);
  return change(tx, call, profile.version, 'tax-profile.agreed', {
    agreement_version: version,
    agreement_at: at,
    agreement_until: until,
  });
}
