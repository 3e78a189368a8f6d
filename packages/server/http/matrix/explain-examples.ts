// For tests only: examples for Explain and the links by which it is shared.
import type { IdKind } from '@tributary/contract';
import { hashSecret, newId, newSecret } from '../../platform/ids.ts';
import { addConversion } from './conversion-examples.ts';
import type { Example } from './examples.ts';
import type { Scene, SignedIn } from './scene.ts';

interface Place {
  scene: Scene;
  subdomain: string;
  session: SignedIn | null;
}
let count = 0;
const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });

async function addLink(place: Place): Promise<{ id: string; token: string }> {
  const { scene, subdomain } = place;
  const conversion = await addConversion({ ...place, session: null });
  const [id, token, at] = [newId(), newSecret(), scene.t.clock.now()];
  await scene.insert('explain_links', {
    tenant_id: scene.tenantIdOf(subdomain),
    id,
    secret_hash: hashSecret(token),
    subject_kind: 'conversion',
    subject_id: conversion.id,
    side: 'publisher',
    owner_id: conversion.publisherId,
    made_at: at,
    ends_at: new Date(at.getTime() + 60_000),
  });
  return { id, token };
}

export const explainExamples = {
  searchExplain: () => ({ body: { text: 'ORDER-1' } }),
  explanation: byId,
  explainLinks: nothing,
  exportExplainLinks: nothing,
  shareExplanation: async ({ scene, subdomain }) => {
    const number = 700_000 + ++count;
    await scene.addPerson(subdomain, 'publisher', { user_sequence_id: number });
    const [id, at] = [newId(), scene.t.clock.now()];
    const call = { tenant_id: scene.tenantIdOf(subdomain), receipt_id: id, kind: 'postback', at, publisher: number };
    await scene.insert('receipts', { ...call, outcome: 'goal_unknown' });
    return { body: { id, side: 'publisher', days: 7 } };
  },
  revokeExplainLink: byId,
  explainLinkOpens: byId,
  sharedExplanation: async (moment) => ({ params: { token: (await addLink(moment)).token } }),
} satisfies Record<string, Example>;

export const makeExplainTarget = async (kind: IdKind, place: Place): Promise<string | undefined> =>
  kind === 'explain-link' ? (await addLink(place)).id : undefined;
