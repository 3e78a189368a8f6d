// Documents as PDF: drawn by a job when they are issued, kept under the hash of their bytes, and served from then on.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Side } from '@tributary/contract/billing/money';
import type { pdfRoutes } from '@tributary/contract/billing/pdf';
import type { Handlers, SignedInCall } from '../../../http/call.ts';
import { requireShown } from '../../../http/permission.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { type Job, type JobRun, job } from '../../../platform/jobs/topics.ts';
import type { BillingJobDeps } from '../deps.ts';
import { documentCredited, documentIssued } from '../documents/topics.ts';
import { drawDocument } from './draw-document.ts';
import { drawnFile, keepDrawn } from './pdf.repo.ts';
import { sheetOf } from './sheet-of.ts';

const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 200;

/** the partner's name and address, and what it pays */
const standsOn = { publisher: ['publisher_contact'], advertiser: ['revenue', 'advertiser_name'] } as const;

/** whoever asks at once after issuing has it a moment later: a job draws it */
const served =
  (side: Side) =>
  async ({ params: { id } }: { params: { id: string } }, call: SignedInCall) => {
    requireShown(call.principal, ...standsOn[side]);
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = isId(id) ? await call.transaction((tx) => drawnFile(tx, side, id)) : undefined;
      if (!found?.hash) throw new Fault('not_found');
      const { name, media_type: type, content } = found;
      if (name && type && content) return { name, type, bytes: content.length, content: Readable.from([content]) };
      if (performance.now() > until) {
        throw new Fault('conflict', 'The PDF of this document is being drawn. Please try again in a moment.');
      }
      await sleep(LOOK_EVERY_MS);
    }
  };

export const pdfHandlers = (): Handlers<typeof pdfRoutes> => ({
  documentPdf: served('publisher'),
  invoicePdf: served('advertiser'),
  ownDocumentPdf: served('publisher'),
  ownInvoicePdf: served('advertiser'),
});

const MOST_REST_MS = 1_000;

/** drawn outside of a transaction: a long one takes seconds */
async function draw({ tenantId, payload, transaction }: JobRun<{ document_id: string }>, at: Date): Promise<void> {
  const id = payload.document_id;
  const found = await transaction((tx) => sheetOf(tx, tenantId, id));
  if (!found) return;
  const began = performance.now();
  const content = await drawDocument(found.sheet);
  // drawing keeps the whole process busy: of thousands in a row, others have every second moment
  await sleep(Math.min(performance.now() - began, MOST_REST_MS));
  const file = {
    tenant_id: tenantId,
    id: newId(at.getTime()),
    owner_id: found.ownerId,
    name: `${found.sheet.number ?? 'document'}.pdf`,
    content,
    sha256: createHash('sha256').update(content).digest(),
    created_at: at,
  };
  await transaction((tx) => keepDrawn(tx, id, file));
}

export const pdfJobs = ({ clock }: BillingJobDeps): Job[] => [
  job(documentIssued, 'pdf.draw', { lane: 'drawing', run: (run) => draw(run, clock.now()) }),
  job(documentCredited, 'pdf.draw-credit-note', { lane: 'drawing', run: (run) => draw(run, clock.now()) }),
];
