// The testers: a publisher's link tried with its click, conversion and postback, any address followed hop by hop, and the reports of
// both. Nothing of a test is counted anywhere.
import { z } from 'zod';
import { inCalls } from '../conversions/deliveries.ts';
import { receiptOutcomeNames } from '../conversions/outcomes.ts';
import { byId, Named, nullable, plain, seconds } from '../conversions/shared.ts';
import { isCountryCode } from '../countries.ts';
import { hide } from '../hiding.ts';
import { anyOf, fileOf, idFilter, list, momentFilter } from '../lists.ts';
import { route, session } from '../route.ts';
import { ClickDecision } from './explain.ts';
import {
  countryWays,
  deviceNames,
  hopWays,
  stepResults,
  testKinds,
  testLimits,
  testResults,
  testStates,
  testSteps,
} from './tester-words.ts';

export * from './tester-words.ts';

const Person = z.object({ id: z.string(), name: z.string() });

export const TestRun = z
  .object({
    id: z.string(),
    at: seconds,
    kind: z.enum(testKinds),
    state: z.enum(testStates),
    result: z.enum(testResults).nullable(),
    /** null: a rule's, or of somebody who is no more */
    by: Person.nullable(),
    rule: Person.nullable(),
    target: hide(inCalls, z.string()),
    offer: Named.nullable(),
    publisher: Named.nullable(),
    country: nullable,
    device: z.enum(deviceNames),
    took_ms: z.int().nullable(),
    hops: z.int(),
  })
  .meta({ id: 'TestRun' });
export type TestRun = z.infer<typeof TestRun>;

const StepDone = z.object({
  step: z.enum(testSteps),
  result: z.enum(stepResults),
  why: z.enum(testResults).nullable(),
});
const Value = z.object({ name: z.string(), value: hide(inCalls, z.string()) });
const TestCall = z.object({
  url: hide(inCalls, z.string()),
  method: z.enum(['GET', 'POST']),
  /** false: shown and not sent */
  sent: z.boolean(),
  status: z.int().nullable(),
  /** at most 4 KB of what came back */
  body: hide(inCalls, nullable),
  error: nullable,
  took_ms: z.int().nullable(),
});
export const TestHop = z.object({
  url: hide(inCalls, z.string()),
  host: z.string(),
  by: z.enum(hopWays),
  status: z.int().nullable(),
  took_ms: z.int(),
  /** it did not go on from here, because of this */
  fault: z.enum(testResults).nullable(),
});
export type TestHop = z.infer<typeof TestHop>;
export const AppId = z.object({ store: z.enum(['apple', 'google']), id: z.string() });

/** what a run has found so far; kept as it stands */
export const TestFindings = z.object({
  steps: z.array(StepDone),
  /** the decision about the click: verdict, where it leads, and each step of the tracker */
  click: ClickDecision.nullable(),
  /** what arrived, by its macro's name */
  values: z.array(Value),
  conversion: z
    .object({ outcome: z.enum(receiptOutcomeNames), message: hide(inCalls, z.string()), goal: nullable })
    .nullable(),
  /** names on the link that no macro or parameter has */
  unknown: z.array(z.string()),
  calls: z.array(TestCall),
  hops: z.array(TestHop),
  app: AppId.nullable(),
  country_by: z.enum(countryWays).nullable(),
});
export type TestFindings = z.infer<typeof TestFindings>;

export const TestRunDetails = TestRun.extend({
  user_agent: hide('device_ids', z.string()),
  ...TestFindings.shape,
  hops: z.int(),
  chain: z.array(TestHop),
}).meta({ id: 'TestRunDetails' });
export type TestRunDetails = z.infer<typeof TestRunDetails>;

export const testRunList = list({
  row: TestRun,
  filters: {
    kind: anyOf(testKinds),
    state: anyOf(testStates),
    offer_id: idFilter,
    publisher_id: idFilter,
    rule_id: idFilter,
    by: idFilter,
    from: momentFilter,
    to: momentFilter,
  },
  columns: {
    at: { kind: 'time', value: (row) => row.at, sort: true, file: 'Time (UTC)' },
    kind: { kind: 'text', value: (row) => row.kind, file: 'Kind' },
    state: { kind: 'status', value: (row) => row.state, file: 'State' },
    result: { kind: 'text', value: (row) => row.result, file: 'Result' },
    target: { kind: 'text', hide: 'sub_values', value: (row) => row.target, file: 'Target' },
    offer: { kind: 'named', value: (row) => row.offer, file: ['Offer ID', 'Offer'] },
    publisher: { kind: 'named', value: (row) => row.publisher, file: ['Publisher ID', 'Publisher'] },
    country: { kind: 'text', value: (row) => row.country, file: 'Country' },
    device: { kind: 'text', value: (row) => row.device, file: 'Device' },
    hops: { kind: 'number', value: (row) => row.hops, sort: true, file: 'Hops' },
    took_ms: { kind: 'number', value: (row) => row.took_ms, sort: true, file: 'Milliseconds' },
    by: { kind: 'text', value: (row) => row.by?.name ?? row.rule?.name ?? null, file: 'By' },
  },
});

const WRONG_LINK = 'Please paste a whole address that begins with http:// or https://';
export const testedAddress = z
  .string({ error: WRONG_LINK })
  .trim()
  .max(4_000, 'Please use at most 4000 characters')
  .pipe(z.url({ protocol: /^https?$/, error: WRONG_LINK }));
export const testedCountry = z
  .string({ error: 'Please choose a country' })
  .refine((code) => isCountryCode(code.toLowerCase()), 'Please choose a country')
  .transform((code) => code.toUpperCase());
const profile = {
  country: testedCountry,
  device: z.enum(deviceNames),
  /** in place of the device's own */
  user_agent: z
    .string()
    .trim()
    .max(512, 'Please use at most 512 characters')
    .regex(/^[ -~]*$/, 'Please use plain letters and signs alone')
    .optional(),
};

const access = session(['admin'], { impersonated: 'denied', section: 'tools' });
const calls = { ...plain, access, rates: ['call-tests', 'call-tests-tenant'] } as const;

export const testerRoutes = {
  testPostbacks: route({
    ...calls,
    method: 'POST',
    path: '/api/tests/postback',
    summary:
      'Tries a tracking link: quick only reads it; deep sends a test click and a test conversion through a tracker and calls the publisher’s postback. Touches no figure',
    body: z.object({
      link: testedAddress,
      depth: z.enum(['quick', 'deep']),
      ...profile,
      /** its token; empty for the offer's default goal */
      goal: z.string().trim().max(100, 'Please use at most 100 characters').optional(),
      sale_amount: z
        .string()
        .trim()
        .regex(/^(\d{1,9}(\.\d{1,6})?)?$/, 'A sale amount is a number such as 49.90')
        .optional(),
    }),
    reply: TestRunDetails,
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  testLink: route({
    ...calls,
    method: 'POST',
    path: '/api/tests/link',
    summary: 'Follows an address hop by hop and says where it ends; answers at once, the chain follows',
    body: z.object({
      url: testedAddress,
      ...profile,
      max_hops: z
        .number({ error: 'A chain has 1 to 10 hops' })
        .int('A chain has 1 to 10 hops')
        .min(1, 'A chain has 1 to 10 hops')
        .max(testLimits.hops, 'A chain has 1 to 10 hops')
        .default(testLimits.hops),
    }),
    reply: TestRunDetails,
    errors: ['invalid_input', 'conflict'],
  }),
  testOptions: route({
    ...plain,
    method: 'GET',
    path: '/api/tests/options',
    summary: 'For which countries calls can leave from there; elsewhere a country is simulated on our own hop alone',
    access,
    reply: z.object({ proxied_countries: z.array(z.string()) }),
    errors: [],
  }),
  testRuns: route({
    ...plain,
    method: 'GET',
    path: '/api/tests',
    summary: 'Reports of tests, newest first; kept for 90 days',
    access,
    query: testRunList.query,
    reply: testRunList.reply,
    errors: ['invalid_input'],
  }),
  exportTestRuns: route({
    ...fileOf(testRunList),
    path: '/api/tests/export',
    summary: 'The filtered reports of tests as a file',
    access,
  }),
  testRun: route({
    ...plain,
    method: 'GET',
    path: '/api/tests/{id}',
    summary: 'One test with its steps, values, calls and chain',
    access,
    params: byId,
    names: 'test-run',
    reply: TestRunDetails,
    errors: ['not_found'],
  }),
  rerunTest: route({
    ...calls,
    method: 'POST',
    path: '/api/tests/{id}/rerun',
    summary: 'Does a test once more, with the same target and profile',
    params: byId,
    names: 'test-run',
    body: z.object({}),
    reply: TestRunDetails,
    errors: ['not_found', 'invalid_input', 'conflict'],
  }),
};
