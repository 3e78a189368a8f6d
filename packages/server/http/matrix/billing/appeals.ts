// For tests only: examples for billing's room appeals, and the things they name.
import type { IdKind } from '@tributary/contract';
import type { Side } from '@tributary/contract/billing/money';
import { newId } from '../../../platform/ids.ts';
import type { Example } from '../examples.ts';
import type { Place } from './place.ts';

const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });
const listed: Example = () => ({ query: { state: 'open,upheld', q: 'wrong', sort: '-due_at' } });
/** the maker gives the file its appeal's id */
const file: Example = ({ targetId }) => ({ params: { id: targetId, file: targetId } });
const FILES = [{ name: 'proof.txt', data: Buffer.from('Order 7 was delivered.').toString('base64') }];
const message: Example = ({ targetId }) => ({ params: { id: targetId }, body: { text: 'Look again.', files: FILES } });
const decision: Example = ({ targetId }) => ({
  params: { id: targetId },
  body: { outcome: 'uphold', text: 'It was a test order.', version: 1 },
});
const opening =
  (side: Side): Example =>
  async ({ scene, subdomain, session }) => ({
    body: {
      subject: { kind: 'document', id: await addDocument({ scene, subdomain, session }, side) },
      text: 'One line is wrong.',
      files: FILES,
    },
  });

export const appealExamples = {
  appeals: listed,
  exportAppeals: nothing,
  appeal: byId,
  appealFile: file,
  answerAppeal: message,
  decideAppeal: decision,
  disputes: listed,
  exportDisputes: nothing,
  dispute: byId,
  disputeFile: file,
  answerDispute: message,
  decideDispute: decision,
  ownAppeals: listed,
  exportOwnAppeals: nothing,
  ownAppeal: byId,
  ownAppealFile: file,
  openAppeal: opening('publisher'),
  writeToOwnAppeal: message,
  withdrawAppeal: byId,
  ownDisputes: listed,
  exportOwnDisputes: nothing,
  ownDispute: byId,
  ownDisputeFile: file,
  openDispute: opening('advertiser'),
  writeToOwnDispute: message,
  withdrawDispute: byId,
  documentPdf: byId,
  invoicePdf: byId,
  ownDocumentPdf: byId,
  ownInvoicePdf: byId,
} satisfies Record<string, Example>;

const ownerOf = async ({ scene, subdomain, session }: Place, side: Side): Promise<string> =>
  session?.person.id ?? (await scene.addPerson(subdomain, side)).id;

async function addDocument(place: Place, side: Side, columns: Record<string, unknown> = {}): Promise<string> {
  const { scene, subdomain } = place;
  const [id, at] = [newId(), scene.t.clock.now()];
  await scene.insert('documents', {
    tenant_id: scene.tenantIdOf(subdomain),
    id,
    side,
    kind: side === 'publisher' ? 'self-bill' : 'invoice',
    owner_id: await ownerOf(place, side),
    currency: 'USD',
    period_from: '2026-01-01',
    period_to: '2026-02-01',
    state: 'issued',
    number_text: `X-${id.slice(-6)}`,
    made_at: at,
    issued_at: at,
    hash: Buffer.alloc(32),
    ...columns,
  });
  return id;
}

/** issued, and drawn */
const drawn: Record<string, Side> = {
  'drawn-document': 'publisher',
  'own-drawn-document': 'publisher',
  'drawn-invoice': 'advertiser',
  'own-drawn-invoice': 'advertiser',
};
async function addDrawn(place: Place, side: Side): Promise<string> {
  const { scene, subdomain } = place;
  const [file, at] = [newId(), scene.t.clock.now()];
  const owner_id = await ownerOf(place, side);
  await scene.insert('billing_files', {
    tenant_id: scene.tenantIdOf(subdomain),
    id: file,
    owner_id,
    kind: 'document',
    name: 'X-1.pdf',
    media_type: 'application/pdf',
    content: Buffer.from('%PDF-1.7'),
    sha256: Buffer.alloc(32),
    created_at: at,
  });
  return addDocument(place, side, { owner_id, file_id: file });
}

const sides: Record<string, Side> = {
  appeal: 'publisher',
  'own-appeal': 'publisher',
  dispute: 'advertiser',
  'own-dispute': 'advertiser',
};

/** undefined where the name is not one of ours */
export async function makeAppealTarget(name: IdKind, place: Place): Promise<string | undefined> {
  if (drawn[name]) return addDrawn(place, drawn[name]);
  const side = sides[name];
  if (!side) return undefined;
  const { scene, subdomain } = place;
  const [id, message_id, at] = [newId(), newId(), scene.t.clock.now()];
  const tenant_id = scene.tenantIdOf(subdomain);
  const owner_id = await ownerOf(place, side);
  const whose = { tenant_id, owner_id };
  const subject = { subject_kind: 'document', subject_id: await addDocument(place, side) };
  const dates = { due_at: at, created_at: at };
  await scene.insert('appeals', { ...whose, ...subject, ...dates, id, side, reason: 'One line is wrong.' });
  await scene.insert('appeal_messages', {
    ...whose,
    id: message_id,
    appeal_id: id,
    author_kind: side,
    text: 'One line is wrong.',
    at,
  });
  await scene.insert('billing_files', {
    ...whose,
    id,
    kind: 'appeal',
    name: 'proof.txt',
    media_type: 'text/plain; charset=utf-8',
    content: Buffer.from('proof'),
    sha256: Buffer.alloc(32),
    created_at: at,
  });
  await scene.insert('appeal_files', { ...whose, message_id, file_id: id });
  return id;
}
