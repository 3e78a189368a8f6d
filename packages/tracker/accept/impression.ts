// /imp: an image was shown. Always answered with the picture, whatever the verdict.
import { Click } from '../click.ts';
import { type Answer, commitThenAnswer, type HotPath } from '../hot-path.ts';
import { decideImpression } from '../pipeline.ts';
import { eventRow } from '../spool/rows.ts';
import { Query } from '../transport/query.ts';
import { gif } from '../transport/replies.ts';
import type { Arrival } from './click.ts';

export function acceptImpression(path: HotPath, { tenant, host, query, request }: Arrival, answer: Answer): void {
  const impression = new Click(
    'impression',
    request,
    new Query(query),
    tenant,
    host,
    path.now(),
    path.store.current.version,
  );
  decideImpression(impression, path.world);
  path.verdicts.count(tenant.source.number, impression.verdict);
  commitThenAnswer(path, tenant, 'impression', { at: impression.now, row: eventRow(impression) }, gif, answer);
}
