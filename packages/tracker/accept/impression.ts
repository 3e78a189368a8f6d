// /imp: an image was shown. Always answered with the picture, whatever the verdict.
import { Click } from '../click.ts';
import { type Answer, commitThenAnswer, type HotPath } from '../hot-path.ts';
import { decideImpression } from '../pipeline.ts';
import { Query } from '../query.ts';
import { gif } from '../replies.ts';
import { eventRow } from '../rows.ts';
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
  commitThenAnswer(path, tenant, 'impression', eventRow(impression), gif, answer);
}
