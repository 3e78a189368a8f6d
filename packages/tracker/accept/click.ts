// /click and /c/{code}: request → decision → record → redirect.
import { Click } from '../click.ts';
import { type Answer, commitThenAnswer, type HotPath } from '../hot-path.ts';
import { decideClick } from '../pipeline.ts';
import { randomHex } from '../random.ts';
import type { Tenant } from '../snapshot/snapshot.ts';
import { eventRow } from '../spool/rows.ts';
import { Query } from '../transport/query.ts';
import { redirect, scriptRedirect } from '../transport/replies.ts';
import type { Reply, TrackerRequest } from '../transport/transport.ts';

/** a deep link may be long */
export const LIMITS = { url: 2048 };

export const pixelCookie = (offer: number): string => `tc${offer}`;

export interface Arrival {
  tenant: Tenant;
  host: string;
  query: string;
  request: TrackerRequest;
}

export function acceptClick(
  path: HotPath,
  { tenant, host, query, request }: Arrival,
  code: string,
  answer: Answer,
): void {
  const click = new Click(
    'click',
    request,
    new Query(query, LIMITS),
    tenant,
    host,
    path.now(),
    path.store.current.version,
  );
  click.code = code;
  decide(path, click, answer);
}

function decide(path: HotPath, click: Click, answer: Answer): void {
  const waitFor = decideClick(click, path.world);
  if (waitFor !== null) {
    path.world.leases.wait(waitFor, () => decide(path, click, answer));
    return;
  }
  path.verdicts.count(click.tenant.source.number, click.verdict);
  const row = { at: click.now, row: eventRow(click) };
  commitThenAnswer(path, click.tenant, 'click', row, replyTo(click, path.isSecure), answer);
}

export function replyTo(click: Click, isSecure: boolean): Reply {
  const { location, offer } = click;
  if (location === '') return click.tenant.page;
  const cookie = cookieFor(click, isSecure);
  if (click.sentTo !== 'destination' || !offer) return redirect(302, location, '');
  if (offer.source.redirect === 'javascript') return scriptRedirect(location, cookie, randomHex());
  return redirect(offer.source.redirect === '301' ? 301 : 302, location, cookie);
}

/** a pixel finds its click by this; set only where an offer is tracked by pixels, and only for good clicks */
function cookieFor({ offer, tenant, id, isBillable }: Click, isSecure: boolean): string {
  if (offer?.source.conversionTracking !== 'pixel' || !isBillable) return '';
  const life = Math.floor((offer.source.clickLifeMs ?? tenant.source.clickLifeMs) / 1000);
  const scope = isSecure ? 'SameSite=None; Secure' : 'SameSite=Lax';
  return `${pixelCookie(offer.source.number)}=${id}; Max-Age=${life}; Path=/; HttpOnly; ${scope}`;
}
