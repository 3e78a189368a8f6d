// Proof: signed checkpoints of the ledger, the keys they are signed with, and statements that a partner checks without us.
import { z } from 'zod';
import { billing, byId, ownAdvertiser, ownPublisher, payouts, plain } from '../billing/money.ts';
import { anyOf, fileOf, log, momentFilter } from '../lists.ts';
import type { FileReply } from '../reports/reports.ts';
import { route, session } from '../route.ts';

/** the page that checks a statement, and the keys that it is checked by: public, on every host of the workspace */
export const VERIFY_PATH = '/verify.html';
export const KEYS_PATH = '/.well-known/tributary-keys.json';
/** a longer one is asked for in parts */
export const MOST_ENTRIES = 10_000;

export const checkpointCauses = ['hourly', 'close', 'key', 'asked'] as const;

export const Checkpoint = z
  .object({
    id: z.string(),
    at: z.int(),
    /** how many entries of the ledger it covers */
    size: z.string(),
    root: z.string(),
    /** the hash of the last of them */
    head: z.string(),
    key_version: z.int(),
    cause: z.enum(checkpointCauses),
    /** as it was signed (C2SP tlog-checkpoint) */
    note: z.string(),
  })
  .meta({ id: 'Checkpoint' });
export type Checkpoint = z.infer<typeof Checkpoint>;

export const checkpointLog = log({
  row: Checkpoint,
  filters: { cause: anyOf(checkpointCauses), from: momentFilter, to: momentFilter },
  columns: {
    at: { kind: 'time', value: (row) => row.at, file: 'Time' },
    size: { kind: 'text', value: (row) => row.size, file: 'Entries' },
    cause: { kind: 'status', value: (row) => row.cause, file: 'Cause' },
    key_version: { kind: 'number', value: (row) => row.key_version, file: 'Key' },
    root: { kind: 'text', value: (row) => row.root, file: 'Root' },
    head: { kind: 'text', value: (row) => row.head, file: 'Head' },
    note: { kind: 'text', value: (row) => row.note, file: 'Note' },
  },
});

export const ProofKey = z
  .object({
    version: z.int(),
    /** as a signature names it */
    id: z.string(),
    /** the public half, as a JSON Web Key writes it */
    x: z.string(),
    made_at: z.int(),
    /** null: the one that is in use */
    retired_at: z.int().nullable(),
  })
  .meta({ id: 'ProofKey' });
export type ProofKey = z.infer<typeof ProofKey>;

/** of an account, on the first page of its portal */
export const OwnProof = z
  .object({
    /** null: nothing was booked yet, or the first hour is not over */
    checkpoint: Checkpoint.pick({ at: true, size: true, root: true }).nullable(),
    /** how many of the account's own entries it covers, and how many came since */
    entries: z.int(),
    later: z.int(),
  })
  .meta({ id: 'OwnProof' });
export type OwnProof = z.infer<typeof OwnProof>;

const signed = {
  ...plain,
  wire: 'file',
  method: 'GET',
  /** of any period; all of it where absent */
  query: z.object({ from: momentFilter, to: momentFilter }),
  heavy: true,
  reply: z.custom<FileReply>(),
  errors: ['invalid_input', 'not_found', 'conflict'],
} as const;

export const proofRoutes = {
  checkpoints: route({
    ...plain,
    method: 'GET',
    path: '/api/checkpoints',
    summary: 'Signed checkpoints of the ledger, newest first',
    access: billing,
    query: checkpointLog.query,
    reply: checkpointLog.reply,
    errors: ['invalid_input'],
  }),
  exportCheckpoints: route({
    ...fileOf(checkpointLog),
    path: '/api/checkpoints/export',
    summary: 'The filtered checkpoints as a file',
    access: billing,
  }),
  writeCheckpoint: route({
    ...plain,
    method: 'POST',
    path: '/api/checkpoints',
    summary: 'Has a checkpoint written now instead of at the next hour',
    access: billing,
    rates: ['admin-writes'],
    reply: z.object({ queued: z.literal(true) }),
    errors: [],
  }),
  proofKeys: route({
    ...plain,
    method: 'GET',
    path: '/api/proof-keys',
    summary: 'The public keys by which statements are signed, the newest first',
    access: billing,
    reply: z.object({ rows: z.array(ProofKey), total: z.int() }),
    errors: [],
  }),
  rotateProofKey: route({
    ...plain,
    method: 'POST',
    path: '/api/proof-keys',
    summary: 'Signs with a new key from now on; what was signed before stays good',
    access: session(['admin'], {
      impersonated: 'denied',
      section: 'billing',
      ownerOnly: true,
      recentPassword: 'required',
    }),
    rates: ['admin-writes'],
    reply: ProofKey,
    errors: ['conflict', 'password_needed'],
  }),
  publisherSignedStatement: route({
    ...signed,
    path: '/api/statements/publishers/{id}',
    summary: 'A publisher’s statement, signed, as the publisher gets it',
    access: payouts,
    params: byId,
    names: 'publisher',
  }),
  advertiserSignedStatement: route({
    ...signed,
    path: '/api/statements/advertisers/{id}',
    summary: 'An advertiser’s statement, signed, as the advertiser gets it',
    access: billing,
    params: byId,
    names: 'advertiser',
  }),
  ownPublisherSignedStatement: route({
    ...signed,
    path: '/api/publisher/signed-statement',
    summary: 'One’s own statement, signed: entries, proofs, balances and the checkpoint',
    access: ownPublisher,
  }),
  ownAdvertiserSignedStatement: route({
    ...signed,
    path: '/api/advertiser/signed-statement',
    summary: 'One’s own statement, signed: entries, proofs, balances and the checkpoint',
    access: ownAdvertiser,
  }),
  ownPublisherProof: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/proof',
    summary: 'The newest checkpoint, and how many of one’s own entries it covers',
    access: ownPublisher,
    reply: OwnProof,
    errors: [],
  }),
  ownAdvertiserProof: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/proof',
    summary: 'The newest checkpoint, and how many of one’s own entries it covers',
    access: ownAdvertiser,
    reply: OwnProof,
    errors: [],
  }),
};
