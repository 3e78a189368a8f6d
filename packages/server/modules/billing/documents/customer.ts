// Who an advertiser is to a tax office: its company details say so, and nothing beside them.
import { isCountryCode } from '@tributary/contract/countries';
import { hasVatShape, isVatId, plainVatId } from '@tributary/contract/vat-ids';
import type { Tx } from '../../../platform/db/database.ts';
import { companyOf } from '../../accounts/index.ts';
import type { StoredProfile } from './tax.repo.ts';

/** null where nothing is known. Whoever has a VAT id is a business: without one no tax passes to the customer */
export async function customerOf(tx: Tx, ownerId: string): Promise<StoredProfile | null> {
  const { legal_name, tax_id, address, country: code } = await companyOf(tx, ownerId);
  if (!legal_name && !tax_id && !address && !code) return null;
  const country = isCountryCode(code?.toLowerCase() ?? '') ? (code ?? '').toLowerCase() : '';
  // details may be older than the check of their shape
  const isVat = tax_id !== null && hasVatShape(country) && isVatId(tax_id, country);
  return {
    version: 0,
    party: isVat || (tax_id !== null && !hasVatShape(country)) ? 'business' : 'person',
    legalName: legal_name ?? '',
    country,
    vatId: isVat ? plainVatId(tax_id) : null,
    taxId: isVat ? null : tax_id,
    // one text of several lines: it is printed as it was written
    street: address ?? '',
    houseNumber: '',
    postcode: '',
    town: '',
    form: null,
    formFileId: null,
    formFileName: null,
    formExpiresOn: null,
    agreement: null,
  };
}
