// Explain: why a click, impression, postback or conversion ended as it did, and what became of it, as one thread from click to
// money; and links by which one partner sees the part of it that is his.
import { z } from 'zod';
import { sections } from '../accounts/sections.ts';
import { documentKinds, documentStates } from '../billing/documents.ts';
import { ConversionDetails } from '../conversions/conversion-row.ts';
import { Delivery, inCalls } from '../conversions/deliveries.ts';
import { conversionStatuses, receiptOutcomeNames } from '../conversions/outcomes.ts';
import { ReceiptDetails } from '../conversions/receipts.ts';
import { byId, decimal, logs, Named, NamedAdvertiser, nullable, plain, seconds } from '../conversions/shared.ts';
import { hide, hideBy, sideIn } from '../hiding.ts';
import { fileOf, idFilter, log, oneOf, wordFilter } from '../lists.ts';
import { anyone, route, session } from '../route.ts';
import { factNames, factOps, stepNames } from '../tracker/replayed.ts';
import { type VerdictName, verdicts } from '../tracker/verdicts.ts';
import { causeNames, explainedKinds, findClasses, lookedFor, shareSides } from './explain-words.ts';

const verdictNames = Object.keys(verdicts) as [VerdictName, ...VerdictName[]];
const sentTo = z.enum(['destination', 'offer_fallback', 'tenant_fallback', 'page']);

/** the stored row of a click or impression */
export const ExplainedEvent = z
  .object({
    id: z.string(),
    kind: z.enum(['click', 'impression']),
    at: seconds,
    offer: Named.nullable(),
    publisher: Named.nullable(),
    advertiser: NamedAdvertiser.nullable(),
    verdict: z.enum(verdictNames),
    sent_to: sentTo,
    is_unique: z.boolean().nullable(),
    link_code: nullable,
    tracking_host: nullable,
    ip: hide('ip', nullable),
    country: nullable,
    region: nullable,
    city: nullable,
    isp: nullable,
    device_type: nullable,
    os: nullable,
    browser: nullable,
    language: nullable,
    user_agent: hide('device_ids', nullable),
    referer: hide('sub_values', nullable),
    source: nullable,
    sub_source: hide('sub_values', nullable),
    params: hide('sub_values', z.record(z.string(), z.string())),
    snapshot_version: z.number().int(),
    terms_version: z.number().int().nullable(),
  })
  .meta({ id: 'ExplainedEvent' });

/** what a step saw, or what its rule says */
const StepFact = z.object({
  name: z.enum(factNames),
  op: z.enum(factOps),
  value: hideBy(
    'name',
    {
      ip: 'ip',
      networks: 'ip',
      user_agent: 'device_ids',
      referer: 'sub_values',
      deep_link: 'sub_values',
      destination: 'sub_values',
      '*': null,
    },
    z.string(),
  ),
});
const Step = z.object({
  step: z.enum(stepNames),
  /** ok, or the verdict that it gives for itself */
  result: z.enum(['ok', ...verdictNames]),
  /** recorded: answered from what the row says came of it */
  from: z.enum(['rule', 'recorded']),
  saw: z.array(StepFact),
  rule: z.array(StepFact),
});

/** a click that was tried: what became of it, and why */
export const ClickDecision = z.object({
  id: z.string(),
  verdict: z.enum(verdictNames),
  /** of the answer that a visitor gets */
  status: z.int().nullable(),
  sent_to: sentTo,
  location: hide(inCalls, z.string()),
  steps: z.array(Step),
});
export type ClickDecision = z.infer<typeof ClickDecision>;

export const Decision = z
  .object({
    /** exact: by rules and stored values alone; rebuilt: with what memory said then, or differing; unknown: no steps */
    class: z.enum(findClasses),
    cause: z.enum(causeNames).nullable(),
    /** the truth */
    recorded: z.enum(verdictNames),
    /** what the steps say again; null where they could not be asked */
    rebuilt: z.enum(verdictNames).nullable(),
    agrees: z.boolean(),
    /** the step that said the recorded verdict; null: none refused, or it is not known */
    decided_by: z.enum(stepNames).nullable(),
    /** where the click was sent, the macros filled in again */
    location: hide(inCalls, nullable),
    steps: z.array(Step),
  })
  .meta({ id: 'Decision' });
export type Decision = z.infer<typeof Decision>;

export const ExplainedDocument = z
  .object({
    id: z.string(),
    side: z.enum(['publisher', 'advertiser']),
    kind: z.enum(documentKinds),
    state: z.enum(documentStates),
    number: nullable,
    issued_at: seconds.nullable(),
    due_on: nullable,
    /** of this conversion, what it claims */
    amount: hide('account_amount', z.string()),
    currency: z.string(),
  })
  .meta({ id: 'ExplainedDocument' });
export const paymentStates = ['reserved', 'instructed', 'paid', 'failed', 'returned', 'cancelled'] as const;
const ExplainedPayment = z.object({
  id: z.string(),
  document_id: z.string(),
  state: z.enum(paymentStates),
  at: seconds,
  /** of its whole document */
  amount: z.string(),
  currency: z.string(),
});

export const ExplainedConversion = ConversionDetails.extend({
  /** null where the reader's role does not open that section */
  deliveries: z.array(Delivery).nullable(),
  documents: z.array(sideIn('side', ExplainedDocument)),
  payments: z.array(ExplainedPayment),
}).meta({ id: 'ExplainedConversion' });
export type ExplainedConversion = z.infer<typeof ExplainedConversion>;

const sectionWords = Object.keys(sections) as [keyof typeof sections, ...(keyof typeof sections)[]];
export const Explanation = z
  .object({
    id: z.string(),
    kind: z.enum(explainedKinds),
    click_id: nullable,
    /** null: its row has not arrived yet, or is no longer kept */
    event: ExplainedEvent.nullable(),
    decision: Decision.nullable(),
    /** postbacks and pixels that named the click, oldest first */
    receipts: z.array(ReceiptDetails),
    conversions: z.array(ExplainedConversion),
    /** what the reader's role does not open, of which parts are left out */
    closed: z.array(z.enum(sectionWords)),
  })
  .meta({ id: 'Explanation' });
export type Explanation = z.infer<typeof Explanation>;

/** what was looked for in the text that was given, and what was found */
const Looked = z.object({
  what: z.enum(lookedFor),
  value: z.string(),
  /** of a click or impression id: minted here, for this workspace; null of anything else */
  genuine: z.boolean().nullable(),
  /** of a genuine one */
  day: nullable,
  found: z.boolean(),
});
const Found = z.object({
  kind: z.enum(explainedKinds),
  id: z.string(),
  at: seconds,
  offer: Named.nullable(),
  publisher: Named.nullable(),
  /** a verdict, an outcome or a status */
  result: z.string(),
});
export type Found = z.infer<typeof Found>;

export const shareDays = { least: 1, most: 30, usual: 7 } as const;
export const linkStates = ['open', 'ended', 'revoked'] as const;
export const ExplainLink = z
  .object({
    id: z.string(),
    subject: z.object({ kind: z.enum(explainedKinds), id: z.string() }),
    side: z.enum(shareSides),
    partner: sideIn(
      'side',
      z.object({
        side: z.enum(shareSides),
        id: z.string(),
        number: z.number().int(),
        name: hide('account_name', z.string()),
      }),
    ),
    made_at: seconds,
    made_by: nullable,
    ends_at: seconds,
    state: z.enum(linkStates),
    opens: z.number().int(),
    opened_at: seconds.nullable(),
  })
  .meta({ id: 'ExplainLink' });
export type ExplainLink = z.infer<typeof ExplainLink>;

export const explainLinkLog = log({
  row: ExplainLink,
  filters: {
    state: oneOf(linkStates),
    side: oneOf(shareSides),
    partner_id: idFilter,
    subject_id: wordFilter(60),
  },
  columns: {
    made_at: { kind: 'time', value: (row) => row.made_at, file: 'Made (UTC)' },
    subject: { kind: 'text', value: (row) => row.subject.id, file: 'Explains' },
    kind: { kind: 'text', value: (row) => row.subject.kind, file: 'Kind' },
    partner: {
      kind: 'named',
      hide: 'advertiser_name',
      value: (row) => row.partner,
      file: ['Account ID', 'Account'],
    },
    side: { kind: 'text', value: (row) => row.side, file: 'Side' },
    state: { kind: 'status', value: (row) => row.state, file: 'State' },
    ends_at: { kind: 'time', value: (row) => row.ends_at, file: 'Ends (UTC)' },
    opens: { kind: 'number', value: (row) => row.opens, file: 'Opened' },
    opened_at: { kind: 'time', value: (row) => row.opened_at, file: 'Last opened (UTC)' },
    made_by: { kind: 'text', value: (row) => row.made_by, file: 'Made by' },
  },
});

const LinkOpen = z.object({
  at: seconds,
  ip: hide('ip', z.string()),
  country: nullable,
  user_agent: hide('device_ids', z.string()),
});

/** what one partner sees: his own side's amounts, no other account, an address cut to its network */
const SharedFact = z.object({ name: z.enum(factNames), op: z.enum(factOps), value: z.string() });
const SharedStep = Step.extend({ saw: z.array(SharedFact), rule: z.array(SharedFact) });
const SharedChange = z.object({ at: seconds, status: z.enum(conversionStatuses).nullable(), amount: decimal });
export const SharedConversion = z.object({
  id: z.string(),
  at: seconds,
  txn_id: nullable,
  goal: z.string(),
  status: z.enum(conversionStatuses),
  reason: nullable,
  /** what a publisher is paid, what an advertiser pays; null where it is not shown */
  amount: decimal,
  currency: z.string(),
  trace: z.array(z.object({ step: z.string(), result: z.string() })),
  history: z.array(SharedChange),
  transfers: z.array(
    z.object({
      sequence: z.number().int(),
      at: seconds,
      phase: z.enum(['pending', 'post', 'void', 'direct']),
      amount: z.string(),
      currency: z.string(),
      hash: z.string(),
    }),
  ),
  /** calls to the publisher; an advertiser sees none */
  deliveries: z.array(
    z.object({
      at: seconds,
      event: z.string(),
      state: Delivery.shape.state,
      attempts: z.number().int(),
      last_status: z.number().int().nullable(),
    }),
  ),
  documents: z.array(ExplainedDocument.pick({ kind: true, state: true, number: true, due_on: true })),
  payments: z.array(ExplainedPayment.pick({ state: true, at: true })),
});
export const SharedExplanation = z
  .object({
    side: z.enum(shareSides),
    kind: z.enum(explainedKinds),
    id: z.string(),
    ends_at: seconds,
    event: z
      .object({
        id: z.string(),
        kind: z.enum(['click', 'impression']),
        at: seconds,
        offer: z.object({ number: z.number().int(), name: z.string() }).nullable(),
        verdict: z.enum(verdictNames),
        is_unique: z.boolean().nullable(),
        network: nullable,
        country: nullable,
        region: nullable,
        city: nullable,
        device_type: nullable,
        os: nullable,
        browser: nullable,
        language: nullable,
        source: nullable,
        params: hide('sub_values', z.record(z.string(), z.string())),
      })
      .nullable(),
    decision: Decision.omit({ location: true, steps: true })
      .extend({ steps: z.array(SharedStep) })
      .nullable(),
    receipts: z.array(
      z.object({
        at: seconds,
        kind: z.enum(['postback', 'pixel']),
        goal: nullable,
        outcome: z.enum(receiptOutcomeNames),
        trace: z.array(z.object({ step: z.string(), result: z.string() })),
      }),
    ),
    conversions: z.array(SharedConversion),
  })
  .meta({ id: 'SharedExplanation' });
export type SharedExplanation = z.infer<typeof SharedExplanation>;

export const SEARCH_MOST = 4_096;

export const explainRoutes = {
  searchExplain: route({
    ...plain,
    method: 'POST',
    path: '/api/explain',
    heavy: true,
    summary: 'What an id, a transaction or a tracking or postback address names, and what was looked for in it',
    // sent as a body: an address may hold a token
    access: session(['admin'], { impersonated: 'denied', section: 'logs', needs: 'read' }),
    body: z.object({
      text: z
        .string({ error: 'Please enter an id or an address' })
        .trim()
        .min(1, 'Please enter an id or an address')
        .max(SEARCH_MOST, `Please use at most ${SEARCH_MOST} characters`),
    }),
    reply: z.object({ looked: z.array(Looked), found: z.array(Found) }),
    errors: ['invalid_input'],
    rates: ['reports'],
  }),
  explanation: route({
    ...plain,
    method: 'GET',
    path: '/api/explain/{id}',
    heavy: true,
    summary: 'The thread from click to money of a click, impression, received call, conversion or sent call',
    access: logs,
    params: byId,
    names: 'receipt',
    reply: Explanation,
    errors: ['not_found'],
    rates: ['reports'],
  }),
  explainLinks: route({
    ...plain,
    method: 'GET',
    path: '/api/explain-links',
    summary: 'Links by which partners see an explanation, newest first',
    access: logs,
    query: explainLinkLog.query,
    reply: explainLinkLog.reply,
    errors: ['invalid_input'],
  }),
  exportExplainLinks: route({
    ...fileOf(explainLinkLog),
    path: '/api/explain-links/export',
    summary: 'The shared links as a file',
    access: logs,
  }),
  shareExplanation: route({
    ...plain,
    method: 'POST',
    path: '/api/explain-links',
    summary: 'Makes a link by which the publisher or the advertiser of it sees the explanation, without the other side',
    access: logs,
    body: z.object({
      id: z.string().max(100),
      side: z.enum(shareSides),
      days: z
        .number({ error: 'A link lasts 1 to 30 days' })
        .int('A link lasts 1 to 30 days')
        .min(shareDays.least, 'A link lasts 1 to 30 days')
        .max(shareDays.most, 'A link lasts 1 to 30 days')
        .default(shareDays.usual),
    }),
    /** the address is shown this once */
    reply: z.object({ id: z.string(), url: z.string(), ends_at: seconds }),
    errors: ['invalid_input', 'not_found', 'conflict'],
    rates: ['admin-writes'],
  }),
  revokeExplainLink: route({
    ...plain,
    method: 'POST',
    path: '/api/explain-links/{id}/revoke',
    summary: 'Ends a shared link at once',
    access: logs,
    params: byId,
    names: 'explain-link',
    reply: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict'],
    rates: ['admin-writes'],
  }),
  explainLinkOpens: route({
    ...plain,
    method: 'GET',
    path: '/api/explain-links/{id}/opens',
    summary: 'When and from where a shared link was opened, newest first',
    access: logs,
    params: byId,
    names: 'explain-link',
    reply: z.object({ rows: z.array(LinkOpen) }),
    errors: ['not_found'],
  }),
  sharedExplanation: route({
    ...plain,
    method: 'GET',
    path: '/api/shared/{token}',
    summary: 'What a shared link shows its partner',
    access: anyone('tenant'),
    params: z.object({ token: z.string().max(100) }),
    names: { noId: 'a secret of its own, which is in nobody’s list' },
    reply: SharedExplanation,
    errors: ['not_found'],
    rates: ['shared-links'],
  }),
};
