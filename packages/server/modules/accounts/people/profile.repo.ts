import type { CompanyDetailsBody, profileRoutes, ReplyOf } from '@tributary/contract';
import type { z } from 'zod';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { wishedAddress } from './email-links.repo.ts';

type Profile = ReplyOf<typeof profileRoutes.profile>;

export async function profileOf(tx: Tx, userId: string, at: Date): Promise<Profile> {
  const row = await tx
    .selectFrom('users')
    .select([
      'first_name',
      'last_name',
      'email',
      'company',
      'phone',
      'time_zone',
      'language',
      'user_sequence_id',
      'created_at',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    waiting_for: await wishedAddress(tx, userId, row.email, at),
    language: row.language as Profile['language'],
    created_at: unixSeconds(row.created_at),
  };
}

const companyColumns = ['legal_name', 'tax_id', 'address', 'country', 'billing_name', 'billing_email'] as const;
type Company = z.output<typeof CompanyDetailsBody>;

export async function companyOf(tx: Tx, userId: string): Promise<Company> {
  const row = await tx
    .selectFrom('company_details')
    .select(companyColumns)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (
    row ?? { legal_name: null, tax_id: null, address: null, country: null, billing_name: null, billing_email: null }
  );
}

export async function saveCompany(tx: Tx, tenantId: string, userId: string, company: Company, at: Date): Promise<void> {
  await tx
    .insertInto('company_details')
    .values({ tenant_id: tenantId, user_id: userId, ...company, updated_at: at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ ...company, updated_at: at }))
    .execute();
}
