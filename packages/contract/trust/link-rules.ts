// Link rules: addresses, or the destinations of offers, that are looked at every few hours; who is told, and what is paused.
import { z } from 'zod';
import { byId, Named, nullable, plain, seconds } from '../conversions/shared.ts';
import { anyOf, fileOf, flag, list } from '../lists.ts';
import { route, session } from '../route.ts';
import { deviceNames, testLimits, testResults } from './tester-words.ts';
import { testedAddress, testedCountry } from './testers.ts';

export const ruleActions = ['warn', 'pause'] as const;
export type RuleAction = (typeof ruleActions)[number];
/** waiting: not looked at yet; paused: the rule has paused the offer */
export const targetStates = ['waiting', 'ok', 'failing', 'paused'] as const;
export type TargetState = (typeof targetStates)[number];

export const ruleLimits = { rules: 50, offers: 100, targets: 500, everyHours: 24, inARow: 10 } as const;

const LinkRuleTarget = z.object({
  id: z.string(),
  offer: Named.nullable(),
  state: z.enum(targetStates),
  failures: z.int(),
  successes: z.int(),
  checked_at: seconds.nullable(),
  next_at: seconds.nullable(),
  result: z.enum(testResults).nullable(),
  run_id: nullable,
});

export const LinkRule = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    /** null: the offers that it names */
    url: nullable,
    offers: z.int(),
    every_hours: z.int(),
    max_hops: z.int(),
    allowed_codes: z.array(z.int()),
    expect_host: nullable,
    expect_app_id: nullable,
    country: nullable,
    device: z.enum(deviceNames),
    fail_after: z.int(),
    recover_after: z.int(),
    action: z.enum(ruleActions),
    /** the worst of its targets */
    state: z.enum(targetStates),
    failing: z.int(),
    checked_at: seconds.nullable(),
    created_at: seconds,
  })
  .meta({ id: 'LinkRule' });
export type LinkRule = z.infer<typeof LinkRule>;
export const LinkRuleDetails = LinkRule.extend({ targets: z.array(LinkRuleTarget) }).meta({ id: 'LinkRuleDetails' });
export type LinkRuleDetails = z.infer<typeof LinkRuleDetails>;

export const linkRuleList = list({
  row: LinkRule,
  filters: { state: anyOf(targetStates), action: anyOf(ruleActions), enabled: flag },
  columns: {
    name: { kind: 'text', value: (row) => row.name, sort: true, file: 'Rule' },
    state: { kind: 'status', value: (row) => row.state, file: 'State' },
    target: {
      kind: 'text',
      value: (row) => row.url ?? (row.offers === 1 ? '1 offer' : `${row.offers} offers`),
      file: 'Target',
    },
    every_hours: { kind: 'number', value: (row) => row.every_hours, sort: true, file: 'Every hours' },
    action: { kind: 'text', value: (row) => row.action, file: 'Action' },
    failing: { kind: 'number', value: (row) => row.failing, file: 'Failing' },
    checked_at: { kind: 'time', value: (row) => row.checked_at, file: 'Last checked (UTC)' },
    created_at: { kind: 'time', value: (row) => row.created_at, sort: true, file: 'Made (UTC)' },
  },
});

const whole = (least: number, most: number, words: string) =>
  z.number({ error: words }).int(words).min(least, words).max(most, words);
const optional = <Out>(schema: z.ZodType<Out, string>) =>
  z
    .string()
    .trim()
    .transform((text) => text || null)
    .pipe(z.union([z.null(), schema]))
    .nullish()
    .transform((value) => value ?? null);

export const LinkRuleBody = z
  .object({
    name: z
      .string({ error: 'Please name the rule' })
      .trim()
      .min(1, 'Please name the rule')
      .max(100, 'Please use at most 100 characters'),
    enabled: z.boolean().default(true),
    url: optional(testedAddress),
    offer_ids: z
      .array(z.string().max(40))
      .max(ruleLimits.offers, 'A rule watches at most 100 offers')
      .default([])
      .transform((ids) => [...new Set(ids)]),
    every_hours: whole(1, ruleLimits.everyHours, 'A rule looks every 1 to 24 hours'),
    max_hops: whole(1, testLimits.hops, 'A chain has 1 to 10 hops').default(testLimits.hops),
    allowed_codes: z
      .array(whole(100, 599, 'A status code is a number such as 200'))
      .min(1, 'Please allow at least one status code')
      .max(20, 'Please allow at most 20 status codes')
      .default([200]),
    expect_host: optional(
      z
        .string()
        .max(253)
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'A host is a name such as shop.example'),
    ),
    expect_app_id: optional(
      z
        .string()
        .max(200)
        .regex(/^[\w.]+$/, 'An app id is a number, or a name such as com.example.app'),
    ),
    country: optional(testedCountry),
    device: z.enum(deviceNames).default('android'),
    fail_after: whole(1, ruleLimits.inARow, 'So many in a row: 1 to 10').default(3),
    recover_after: whole(1, ruleLimits.inARow, 'So many in a row: 1 to 10').default(2),
    action: z.enum(ruleActions).default('warn'),
  })
  .check(({ value, issues }) => {
    const say = (path: string, message: string) => issues.push({ code: 'custom', path: [path], message, input: value });
    if ((value.url === null) === (value.offer_ids.length === 0))
      say('url', 'Please choose offers or enter one address');
    if (value.url !== null && value.action === 'pause')
      say('action', 'Only offers can be paused: choose offers, or warn');
  });
export type LinkRuleBody = z.output<typeof LinkRuleBody>;

/** a rule watches the whole workspace and may pause its offers */
const access = session(['admin'], { impersonated: 'denied', section: 'tools' });
const write = { ...plain, access, rates: ['admin-writes'] } as const;
const byRule = { params: byId, names: 'link-rule' } as const;
const done = z.object({ id: z.string() });

export const linkRuleRoutes = {
  linkRules: route({
    ...plain,
    method: 'GET',
    path: '/api/link-rules',
    summary: 'Rules that watch links',
    access,
    query: linkRuleList.query,
    reply: linkRuleList.reply,
    errors: ['invalid_input'],
  }),
  exportLinkRules: route({
    ...fileOf(linkRuleList),
    path: '/api/link-rules/export',
    summary: 'The filtered link rules as a file',
    access,
  }),
  linkRule: route({
    ...plain,
    ...byRule,
    method: 'GET',
    path: '/api/link-rules/{id}',
    summary: 'A rule with how each of its targets stands',
    access,
    reply: LinkRuleDetails,
    errors: ['not_found'],
  }),
  addLinkRule: route({
    ...write,
    method: 'POST',
    path: '/api/link-rules',
    summary: 'Makes a rule; its targets are looked at within the next minutes',
    body: LinkRuleBody,
    reply: done,
    errors: ['invalid_input', 'conflict'],
  }),
  editLinkRule: route({
    ...write,
    ...byRule,
    method: 'PUT',
    path: '/api/link-rules/{id}',
    summary: 'Changes a rule; targets that stay keep how they stand',
    body: LinkRuleBody,
    reply: done,
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  removeLinkRule: route({
    ...write,
    ...byRule,
    method: 'DELETE',
    path: '/api/link-rules/{id}',
    summary: 'Removes a rule; what it has paused stays paused',
    reply: done,
    errors: ['not_found'],
  }),
  runLinkRule: route({
    ...plain,
    ...byRule,
    access,
    rates: ['call-tests', 'call-tests-tenant'],
    method: 'POST',
    path: '/api/link-rules/{id}/run',
    summary: 'Looks at every target of a rule now',
    body: z.object({}),
    reply: done,
    errors: ['not_found', 'conflict'],
  }),
};
