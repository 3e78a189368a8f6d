// The publisher's calls for a conversion that was only tried: chosen and filled as for a real one, and kept nowhere.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import type { Tx } from '../../platform/db/database.ts';
import type { OutboundRequest } from '../../platform/outbound/client.ts';
import type { Partner } from '../accounts/index.ts';
import type { ConversionTerms } from '../offers/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import { type Facts, fillTemplate } from './macro-values.ts';
import { asPublisherKnows, requestOf } from './plan.ts';
import { postbacksFor } from './targets.repo.ts';

export interface TrialConversion {
  tenantId: string;
  terms: ConversionTerms;
  goal: ConversionTerms['goals'][number];
  publisher: Partner;
  conversion: Omit<Facts['conversion'], 'status' | 'sequence' | 'onHold'>;
}

export interface TrialCall {
  /** with all that it tells, also where it travels as a form */
  shown: string;
  request: OutboundRequest & { method: 'GET' | 'POST' };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** each tells of the status that its publisher wants to hear of, approval before others */
export async function trialCalls(tx: Tx, trial: TrialConversion): Promise<TrialCall[]> {
  const { tenantId, terms, goal, publisher, conversion } = trial;
  const targets = await postbacksFor(tx, { publisherId: publisher.id, offerId: terms.id, goalId: goal.id });
  if (targets.length === 0) return [];
  const { timeZone } = await termsOfTenant(tx, tenantId);
  const all: Facts = {
    conversion: { ...conversion, status: 'approved', sequence: 1, onHold: false },
    offer: terms,
    goal,
    publisher,
    timeZone,
  };
  const facts = await asPublisherKnows(tx, tenantId, all, conversion.at);
  return targets.flatMap(({ url: template, method: wanted, statuses }) => {
    // the check constraint keeps them within their list
    const status = (statuses.includes('approved') ? 'approved' : (statuses[0] ?? 'approved')) as ConversionStatus;
    const shown = fillTemplate(template, { ...facts, conversion: { ...facts.conversion, status } });
    if (shown === null) return [];
    const { url, method, body } = requestOf(shown, wanted);
    return [{ shown, request: { url, method, ...(body === null ? {} : { body, headers: FORM }) } }];
  });
}
