// The records that a domain needs. The proof stands on a name of its own, so that it can be set before the domain itself leads
// anywhere; the target is the workspace's own name on the panel's or the trackers' host.
import type { WantedRecords } from './check-records.ts';
import type { DomainRow } from './domains.repo.ts';

export interface OwnNames {
  publicOrigin: URL;
  trackerOrigin: URL;
}

export const PROOF_LABEL = '_domain-proof';

export const wantedOf =
  ({ publicOrigin, trackerOrigin }: OwnNames, subdomain: string) =>
  ({ host, kind, txt }: Pick<DomainRow, 'host' | 'kind' | 'txt'>): WantedRecords => ({
    host,
    proofName: `${PROOF_LABEL}.${host}`,
    proof: txt,
    target: `${subdomain}.${(kind === 'portal' ? publicOrigin : trackerOrigin).hostname}`,
  });
