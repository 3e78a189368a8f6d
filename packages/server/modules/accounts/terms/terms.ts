// Terms: written as drafts, published as versions that nobody alters, accepted by those whom they concern. From a version's day on
// a partner who has not accepted it gets no further than the terms themselves (http/permission.ts).

import type { AccountKind, TermsDraft, termsRoutes } from '@tributary/contract';
import { acceptanceList, termsList } from '@tributary/contract';
import { languages } from '@tributary/contract/languages';
import type { TrailAction } from '@tributary/contract/logs/trail-actions';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { oneAtATime } from '../../../platform/db/one-at-a-time.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { cleanRichText } from '../../../platform/rich-text.ts';
import { exportList, recordAudit } from '../../audit/index.ts';
import {
  acceptances,
  addAcceptance,
  addTerms,
  changeTerms,
  lockTerms,
  newestTerms,
  removeTerms,
  type StoredTerms,
  setPublished,
  termsInForce,
  termsVersions,
} from './terms.repo.ts';
import { shownTerms } from './terms-text.ts';
import { termsPublished } from './terms-topics.ts';

type Row = Awaited<ReturnType<typeof termsVersions.page>>['rows'][number];
const hasText = (texts: unknown, language: string): boolean =>
  typeof texts === 'object' && texts !== null && Boolean(Reflect.get(texts, language));
const toVersion = ({ texts, accepted, ...row }: Row) => ({
  ...row,
  audience: row.audience as AccountKind,
  languages: languages.filter((language) => hasText(texts, language)),
  effective_at: unixSeconds(row.effective_at),
  published_at: row.published_at && unixSeconds(row.published_at),
  accepted: Number(accepted),
});

type Accepted = Awaited<ReturnType<typeof acceptances.page>>['rows'][number];
const toAcceptance = ({ user_sequence_id, first_name, last_name, ...row }: Accepted) => ({
  ...row,
  at: unixSeconds(row.at),
  user_number: user_sequence_id,
  name: `${first_name} ${last_name}`,
  audience: row.audience as AccountKind,
  number: row.number ?? 0,
  language: languages.find((one) => one === row.language) ?? 'en',
  place: row.place === 'signup' ? ('signup' as const) : ('portal' as const),
});

const PUBLISHED = 'These terms are published and stay as they were read. Please write a new version.';

async function requireTerms(tx: Tx, id: string): Promise<StoredTerms> {
  const terms = isId(id) ? await lockTerms(tx, id) : null;
  if (!terms) throw new Fault('not_found');
  return terms;
}

async function requireDraft(tx: Tx, id: string): Promise<StoredTerms> {
  const terms = await requireTerms(tx, id);
  if (terms.number !== null) throw new Fault('conflict', PUBLISHED);
  return terms;
}

const readDraft = ({ audience, texts, effective_at }: TermsDraft, at: Date) => ({
  audience,
  texts: {
    en: cleanRichText(texts.en) ?? '',
    es: cleanRichText(texts.es) ?? '',
    hi: cleanRichText(texts.hi) ?? '',
  },
  effectiveAt: effective_at ? new Date(effective_at * 1000) : at,
});

const audited = (tx: Tx, call: SignedInCall, action: TrailAction, id: string, after?: Record<string, unknown>) =>
  recordAudit(tx, call, { action, objectKind: 'terms', objectId: id, ...(after ? { after } : {}) });

export const termsHandlers = (): Handlers<typeof termsRoutes> => ({
  terms: inTransaction(async ({ query }, call, tx) => {
    const { rows, total } = await termsVersions.page(tx, query, { at: call.clock.now() });
    return { rows: rows.map(toVersion), total };
  }),
  exportTerms: async ({ query }, call) =>
    exportList(
      call,
      { action: 'terms.exported', objectKind: 'terms', filter: query },
      termsList,
      termsVersions.all(call.transaction, query, { at: call.clock.now() }, (_tx, rows) => rows.map(toVersion)),
    ),
  termsVersion: inTransaction(async ({ params }, call, tx) => {
    const { texts } = await requireTerms(tx, params.id);
    const { rows } = await termsVersions.page(tx, { page_size: 200 }, { at: call.clock.now() });
    const row = rows.find(({ id }) => id === params.id);
    if (!row) throw new Fault('not_found');
    return { ...toVersion(row), texts };
  }),
  draftTerms: inTransaction(async ({ body }, call, tx) => {
    const at = call.clock.now();
    const id = newId(at.getTime());
    const draft = readDraft(body, at);
    await addTerms(tx, { tenantId: call.tenant.id, id, ...draft, by: call.principal.userId, at });
    await audited(tx, call, 'terms.drafted', id, { audience: body.audience });
    return { id };
  }),
  editTerms: inTransaction(async ({ params, body }, call, tx) => {
    await requireDraft(tx, params.id);
    await changeTerms(tx, params.id, readDraft(body, call.clock.now()));
    await audited(tx, call, 'terms.edited', params.id, { audience: body.audience });
    return { id: params.id };
  }),
  deleteTerms: inTransaction(async ({ params }, call, tx) => {
    const { audience } = await requireDraft(tx, params.id);
    await removeTerms(tx, params.id);
    await audited(tx, call, 'terms.deleted', params.id, { audience });
    return { id: params.id };
  }),
  publishTerms: inTransaction(({ params }, call, tx) => publish(tx, call, params.id)),
  acceptances: inTransaction(async ({ query }, _call, tx) => {
    const { rows, total } = await acceptances.page(tx, query, undefined);
    return { rows: rows.map(toAcceptance), total };
  }),
  exportAcceptances: async ({ query }, call) =>
    exportList(
      call,
      { action: 'terms.acceptances-exported', objectKind: 'terms', filter: query },
      acceptanceList,
      acceptances.all(call.transaction, query, undefined, (_tx, rows) => rows.map(toAcceptance)),
    ),
  termsDue: inTransaction(async ({ query }, call, tx) => {
    if (!call.principal.mustAcceptTerms || call.principal.role === 'admin') return { terms: null };
    const terms = await termsInForce(tx, call.principal.role, call.clock.now());
    return { terms: terms && shownTerms(terms, query.language ?? 'en') };
  }),
  acceptTerms: inTransaction(async ({ body }, call, tx) => {
    const { role, userId } = call.principal;
    const terms = role === 'admin' ? null : await termsInForce(tx, role, call.clock.now());
    if (terms?.id !== body.terms_id) {
      throw new Fault('conflict', 'Newer terms are in force by now. Please read them first.');
    }
    const language = terms.texts[body.language] ? body.language : 'en';
    const accepted = { tenantId: call.tenant.id, userId, terms, at: call.clock.now(), ip: call.ip, language };
    if (await addAcceptance(tx, { ...accepted, place: 'portal' })) {
      await audited(tx, call, 'terms.accepted', terms.id, { number: terms.number, language });
    }
    return { accepted: true };
  }),
});

/** numbers grow with the days from which versions hold: the newest whose day has come is the one in force */
async function publish(tx: Tx, call: SignedInCall, id: string): Promise<{ id: string; number: number }> {
  const draft = await requireDraft(tx, id);
  const { audience } = draft;
  await oneAtATime(tx, 'terms', audience);
  const at = call.clock.now();
  const effectiveAt = new Date(Math.max(draft.effectiveAt.getTime(), at.getTime()));
  const newest = await newestTerms(tx, audience);
  if (newest && effectiveAt < newest.effectiveAt) {
    const day = newest.effectiveAt.toISOString().slice(0, 10);
    throw new Fault(
      'conflict',
      `Version ${newest.number} holds from ${day} on. A newer one cannot begin before that day.`,
    );
  }
  const number = (newest?.number ?? 0) + 1;
  await setPublished(tx, id, { number, effectiveAt, by: call.principal.userId, at });
  await audited(tx, call, 'terms.published', id, { audience, number, effective_at: effectiveAt.toISOString() });
  await emit(tx, call.tenant.id, termsPublished, { terms_id: id, after: 0 });
  return { id, number };
}
