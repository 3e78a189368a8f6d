// For tests only: examples for unmatched postbacks and for how calls are read otherwise.
import { createHash } from 'node:crypto';
import type { IdKind } from '@tributary/contract';
import { newId } from '../../platform/ids.ts';
import type { Example } from './examples.ts';
import type { Scene } from './scene.ts';

interface Place {
  scene: Scene;
  subdomain: string;
}
const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });
const FIX = { offer_id: null, parameters: { cid: 'click_id' }, goals: {}, number_format: null };

async function addGroup({ scene, subdomain }: Place, columns: Record<string, unknown> = {}): Promise<string> {
  const [id, receipt, at] = [newId(), newId(), scene.t.clock.now()];
  const tenant_id = scene.tenantIdOf(subdomain);
  const advertiser = await scene.addPerson(subdomain, 'advertiser');
  await scene.insert('receipts', { tenant_id, receipt_id: receipt, kind: 'postback', at, outcome: 'missing_click' });
  await scene.insert('unmatched_groups', {
    tenant_id,
    id,
    key: createHash('sha256').update(id).digest(),
    kind: 'postback',
    outcome: 'missing_click',
    cause: 'other_name',
    advertiser_id: advertiser.id,
    names: '{cid}',
    network: '198.51.100.0/24',
    calls: 1,
    first_at: at,
    last_at: at,
    sample_id: receipt,
    stake_micros: 5_000_000,
    currency: 'USD',
    ...columns,
  });
  await scene.insert('unmatched_receipts', { tenant_id, receipt_id: receipt, at, group_id: id });
  return id;
}

async function addMapping({ scene, subdomain }: Place): Promise<string> {
  const id = newId();
  const advertiser = await scene.addPerson(subdomain, 'advertiser');
  await scene.insert('postback_mappings', {
    tenant_id: scene.tenantIdOf(subdomain),
    id,
    advertiser_id: advertiser.id,
    parameters: '{"cid":"click_id"}',
    goals: '{"Sale":"sale"}',
    number_format: 'comma',
    version: 1,
    changed_at: scene.t.clock.now(),
  });
  return id;
}

export const unmatchedExamples = {
  unmatched: nothing,
  exportUnmatched: nothing,
  unmatchedGroup: byId,
  fixUnmatched: ({ targetId }) => ({ params: { id: targetId }, body: FIX }),
  previewUnmatched: ({ targetId }) => ({ params: { id: targetId }, body: { fix: FIX, trust_sender: false } }),
  replayUnmatched: ({ targetId }) => ({ params: { id: targetId }, body: { trust_sender: false, reason: 'Put right' } }),
  stopUnmatched: async ({ scene, targetId }) => {
    await scene.t.database.asOwner(
      `update unmatched_groups set replay_state = 'running', replay_at = last_at, replay_until = last_at where id::text = $1`,
      [targetId],
    );
    return { params: { id: targetId }, body: {} };
  },
  ignoreUnmatched: ({ targetId }) => ({
    params: { id: targetId },
    body: { ignored: true, reason: 'Their test machine' },
  }),
  postbackMappings: nothing,
  exportPostbackMappings: nothing,
  postbackMapping: byId,
  setPostbackMapping: async ({ scene, subdomain }) => ({
    body: { ...FIX, advertiser_id: (await scene.addPerson(subdomain, 'advertiser')).id, version: 0 },
  }),
} satisfies Record<string, Example>;

export const makeUnmatchedTarget = async (kind: IdKind, place: Place): Promise<string | undefined> => {
  if (kind === 'unmatched-group') return addGroup(place);
  return kind === 'postback-mapping' ? addMapping(place) : undefined;
};
