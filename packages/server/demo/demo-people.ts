// Further accounts of the demo tenant, in every standing, so that lists and queues have something to show. Invented.
import type { AccountStatus } from '@tributary/contract';

export interface DemoPerson {
  type: 'publisher' | 'advertiser';
  first: string;
  last: string;
  email: string;
  company: string;
  status: AccountStatus;
  /** how long ago the account was opened */
  daysAgo: number;
}

const person = (
  type: DemoPerson['type'],
  [first, last]: [string, string],
  company: string,
  status: AccountStatus,
  daysAgo: number,
): DemoPerson => ({
  type,
  first,
  last,
  email: `${first}@${company.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.test`.toLowerCase(),
  company,
  status,
  daysAgo,
});

/** older than the longest history of traffic that a demo can have (DEMO_HISTORY_DAYS) */
export const LONG_AGO_DAYS = 370;

export const demoPeople: readonly DemoPerson[] = [
  person('publisher', ['Lena', 'Fischer'], 'Northwind Media', 'approved', LONG_AGO_DAYS + 58),
  person('publisher', ['Rohan', 'Iyer'], 'Dealwala', 'approved', LONG_AGO_DAYS + 52),
  person('publisher', ['Camila', 'Duarte'], 'Cupom Sul', 'approved', LONG_AGO_DAYS + 47),
  person('publisher', ['Tom', 'Becker'], 'App Atlas', 'approved', LONG_AGO_DAYS + 31),
  person('publisher', ['Nadia', 'Haddad'], 'Souk Savings', 'pending', 3),
  person('publisher', ['Victor', 'Lindqvist'], 'Push Factory', 'pending', 1),
  person('publisher', ['Ed', 'Murphy'], 'Toolbar Traffic', 'rejected', 20),
  person('advertiser', ['Meera', 'Krishnan'], 'Riverside Bank', 'approved', LONG_AGO_DAYS + 59),
  person('advertiser', ['Jonas', 'Weiss'], 'Lumen Energy', 'approved', LONG_AGO_DAYS + 55),
  person('advertiser', ['Sofia', 'Greco'], 'Parcel and Pine', 'approved', LONG_AGO_DAYS + 50),
  person('advertiser', ['Grace', 'Oduya'], 'Trailhead Apps', 'approved', LONG_AGO_DAYS + 44),
  person('advertiser', ['Ivan', 'Petrov'], 'Cobalt Cards', 'pending', 2),
];
