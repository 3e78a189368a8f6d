// Documents as PDF: drawn once, when they are issued, and the same bytes ever after.
import { z } from 'zod';
import type { FileReply } from '../reports/reports.ts';
import { route } from '../route.ts';
import { billing, byId, ownAdvertiser, ownPublisher, payouts, plain } from './money.ts';

const shared = {
  ...plain,
  wire: 'file',
  method: 'GET',
  params: byId,
  reply: z.custom<FileReply>(),
  errors: ['not_found', 'conflict'],
} as const;

export const pdfRoutes = {
  documentPdf: route({
    ...shared,
    path: '/api/billing/documents/{id}/pdf',
    summary: 'A publisher’s document as it was issued',
    access: payouts,
    names: 'drawn-document',
  }),
  invoicePdf: route({
    ...shared,
    path: '/api/billing/invoices/{id}/pdf',
    summary: 'An advertiser’s invoice as it was issued',
    access: billing,
    names: 'drawn-invoice',
  }),
  ownDocumentPdf: route({
    ...shared,
    path: '/api/publisher/documents/{id}/pdf',
    summary: 'One’s own document as it was issued',
    access: ownPublisher,
    names: 'own-drawn-document',
  }),
  ownInvoicePdf: route({
    ...shared,
    path: '/api/advertiser/invoices/{id}/pdf',
    summary: 'One’s own invoice as it was issued',
    access: ownAdvertiser,
    names: 'own-drawn-invoice',
  }),
};
