// Tools › Link Tester › Rules: links that are looked at by themselves.
import { Group } from '@mantine/core';
import { countryName } from '@tributary/contract/countries';
import {
  type LinkRule,
  LinkRuleBody,
  type LinkRuleDetails,
  linkRuleList,
  linkRuleRoutes,
  ruleActions,
} from '@tributary/contract/trust/link-rules';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { countryOptions } from '../../kit/inputs/country-options.ts';
import classes from '../../kit/log-page/details.module.css';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { loadChoices } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { type DetailsProps, resource } from '../../kit/resource/declaration.ts';
import { storedFormDialog } from '../../kit/resource/form-dialog.tsx';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { dateTime, EMPTY } from '../../ui/format.ts';
import { IconEye, IconPencil, IconRefresh, IconTrash } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { saidByServer } from '../../words/said.ts';
import { readersLanguage } from '../../words/words.ts';
import { deviceWords, linkTabs, optionsOf, resultWords, TEST_REPORTS } from './paths.ts';
import { deviceIn } from './profile-fields.ts';

const NAME = 'link-rules';
const stateWords = {
  paused: t('testers.target.paused'),
  failing: t('testers.target.failing'),
  waiting: t('testers.target.waiting'),
  ok: t('testers.target.ok'),
} as const;
const stateTones = { paused: 'bad', failing: 'bad', waiting: 'neutral', ok: 'good' } as const;
const actionWords = { warn: t('testers.warn'), pause: t('testers.pause') } as const;
const targetText = ({ url, offers }: LinkRule): string => url ?? t('testers.offers', { count: offers });

const runNow = rowCall<LinkRule>({
  label: t('testers.lookNow'),
  calls: linkRuleRoutes.runLinkRule,
  icon: IconRefresh,
  when: ({ enabled }) => enabled,
  send: ({ id }, context) => call(linkRuleRoutes.runLinkRule, { params: { id }, body: {} }, context),
  done: t('testers.looking'),
});
const remove = rowCall<LinkRule>({
  label: t('common.delete'),
  calls: linkRuleRoutes.removeLinkRule,
  icon: IconTrash,
  danger: true,
  when: () => true,
  ask: ({ name }) => ({
    title: t('testers.removeAsk', { name }),
    text: t('testers.removeText'),
    confirm: t('common.delete'),
    danger: true,
  }),
  send: ({ id }, context) => call(linkRuleRoutes.removeLinkRule, { params: { id } }, context),
  done: t('testers.removed'),
});
const edit = {
  label: t('common.edit'),
  calls: linkRuleRoutes.editLinkRule,
  icon: IconPencil,
  when: () => true,
  run: (row: LinkRule, { open }: { open: (dialog: string, row?: LinkRule) => void }) => open('edit', row),
};

interface Values {
  name: string;
  enabled: boolean;
  url: string;
  offer_ids: string[];
  every_hours: number;
  max_hops: number;
  allowed_codes: string;
  expect_host: string;
  expect_app_id: string;
  country: string;
  device: string;
  fail_after: number;
  recover_after: number;
  action: string;
}
const codesIn = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);
const bodyOf = ({ allowed_codes, device, action, ...values }: Values) => ({
  ...values,
  allowed_codes: codesIn(allowed_codes),
  device: deviceIn(device),
  action: ruleActions.find((one) => one === action) ?? ('warn' as const),
});

const dialog = (title: string, success: string) =>
  storedFormDialog<LinkRule, Values, LinkRuleDetails | null>({
    title,
    load: (row, context) =>
      row ? call(linkRuleRoutes.linkRule, { params: { id: row.id } }, context) : Promise.resolve(null),
    form: (_row, stored) => ({
      fields: [
        { name: 'name', label: t('testers.ruleName'), kind: 'text', required: true },
        {
          name: 'offer_ids',
          label: t('common.offers'),
          kind: 'found',
          of: 'offer',
          load: loadChoices('offer'),
          options: (stored?.targets ?? []).flatMap(({ offer }) =>
            offer ? [{ value: offer.id, label: `${offer.name} (${offer.number})` }] : [],
          ),
          help: t('testers.offersHelp'),
        },
        { name: 'url', label: t('testers.orUrl'), kind: 'text', placeholder: t('testers.exampleUrl') },
        { name: 'every_hours', label: t('testers.everyHours'), kind: 'number', half: true },
        { name: 'max_hops', label: t('testers.maxHops'), kind: 'number', half: true },
        {
          name: 'allowed_codes',
          label: t('testers.codes'),
          kind: 'text',
          help: t('testers.codesHelp'),
        },
        {
          name: 'expect_host',
          label: t('testers.expectHost'),
          kind: 'text',
          placeholder: t('testers.exampleHost'),
          half: true,
        },
        {
          name: 'expect_app_id',
          label: t('testers.expectApp'),
          kind: 'text',
          placeholder: t('testers.exampleApp'),
          half: true,
        },
        {
          name: 'country',
          label: t('common.country'),
          kind: 'select',
          searchable: true,
          options: [{ value: '', label: t('testers.anyCountry') }, ...countryOptions()],
          half: true,
        },
        { name: 'device', label: t('testers.device'), kind: 'select', options: optionsOf(deviceWords), half: true },
        { name: 'fail_after', label: t('testers.failAfter'), kind: 'number', half: true },
        { name: 'recover_after', label: t('testers.recoverAfter'), kind: 'number', half: true },
        { name: 'action', label: t('testers.then'), kind: 'select', options: optionsOf(actionWords) },
        { name: 'enabled', label: t('testers.enabled'), kind: 'switch' },
      ],
      initial: {
        name: stored?.name ?? '',
        enabled: stored?.enabled ?? true,
        url: stored?.url ?? '',
        offer_ids: (stored?.targets ?? []).flatMap(({ offer }) => offer?.id ?? []),
        every_hours: stored?.every_hours ?? 6,
        max_hops: stored?.max_hops ?? 10,
        allowed_codes: (stored?.allowed_codes ?? [200]).join(', '),
        expect_host: stored?.expect_host ?? '',
        expect_app_id: stored?.expect_app_id ?? '',
        country: stored?.country?.toLowerCase() ?? '',
        device: stored?.device ?? 'android',
        fail_after: stored?.fail_after ?? 3,
        recover_after: stored?.recover_after ?? 2,
        action: stored?.action ?? 'warn',
      },
      check: (values) => {
        const issue = LinkRuleBody.safeParse(bodyOf(values)).error?.issues[0];
        if (!issue) return null;
        const field = Object.keys(values).find((name): name is keyof Values & string => name === issue.path[0]);
        return { field: field ?? 'name', sentence: saidByServer(issue.message) };
      },
      submit: t('common.save'),
      busy: t('common.saving'),
    }),
    send: (values, row, context) =>
      row
        ? call(linkRuleRoutes.editLinkRule, { params: { id: row.id }, body: bodyOf(values) }, context)
        : call(linkRuleRoutes.addLinkRule, { body: bodyOf(values) }, context),
    success,
  });

const Targets = ({ targets, url }: Pick<LinkRuleDetails, 'targets' | 'url'>) => (
  <Section title={t('testers.watched')}>
    <div className={classes.wide}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('testers.target')}</th>
            <th>{t('common.state')}</th>
            <th>{t('testers.inARow')}</th>
            <th>{t('testers.lastLook')}</th>
          </tr>
        </thead>
        <tbody>
          {targets.map(({ id, offer, state, failures, checked_at: checked, result, run_id: run }) => (
            <tr key={id}>
              <td>{offer ? `${offer.name} (${offer.number})` : url}</td>
              <td>
                <StatusBadge status={stateWords[state]} tone={stateTones[state]} />
              </td>
              <td>{failures}</td>
              <td>
                {checked === null ? EMPTY : dateTime(checked)}
                {run && result && (
                  <Link className={classes.link} to={`${TEST_REPORTS}?record=${run}`}>
                    {` ${resultWords[result]}`}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Section>
);

const Details = ({ id, tools }: DetailsProps<LinkRule>) => (
  <LoadedRecord of={[NAME, id]} load={(context) => call(linkRuleRoutes.linkRule, { params: { id } }, context)}>
    {(rule) => (
      <>
        <Group gap="xs">
          <StatusBadge status={stateWords[rule.state]} tone={stateTones[rule.state]} />
          <VerbButtons<LinkRule> row={rule} actions={[runNow, edit]} tools={tools} />
        </Group>
        <Facts
          facts={[
            [t('testers.everyHours'), t('testers.hours', { count: rule.every_hours })],
            [t('testers.then'), actionWords[rule.action]],
            [t('testers.failAfter'), rule.fail_after],
            [t('testers.recoverAfter'), rule.recover_after],
            [t('testers.codes'), rule.allowed_codes.join(', ')],
            [t('testers.maxHops'), rule.max_hops],
            [t('testers.expectHost'), rule.expect_host],
            [t('testers.expectApp'), rule.expect_app_id],
            [t('common.country'), rule.country && countryName(rule.country, readersLanguage())],
            [t('testers.device'), deviceWords[rule.device]],
          ]}
        />
        <Targets targets={rule.targets} url={rule.url} />
      </>
    )}
  </LoadedRecord>
);

const rules = resource(linkRuleList, {
  name: NAME,
  title: t('menu.linkTester'),
  countText: (many) => t('testers.ruleCount', { count: many }),
  load: linkRuleRoutes.linkRules,
  file: linkRuleRoutes.exportLinkRules,
  nameOf: ({ name }) => name,
  searchPlaceholder: t('testers.searchRules'),
  defaultSort: '-created_at',
  columns: [
    { id: 'name', title: t('testers.ruleName'), fixed: true, opens: true },
    { id: 'state', title: t('common.state'), words: stateWords, tones: stateTones },
    { id: 'target', title: t('testers.target'), kind: 'text', value: targetText },
    { id: 'every_hours', title: t('testers.everyHours') },
    { id: 'action', title: t('testers.then'), kind: 'text', value: ({ action }) => actionWords[action] },
    { id: 'failing', title: t('testers.failing') },
    { id: 'checked_at', title: t('testers.lastLook') },
    { id: 'created_at', title: t('common.created') },
  ],
  filters: [
    { kind: 'choices', name: 'state', label: t('common.state'), options: optionsOf(stateWords) },
    { kind: 'choices', name: 'action', label: t('testers.then'), options: optionsOf(actionWords) },
    { kind: 'flag', name: 'enabled', label: t('testers.onlyEnabled') },
  ],
  rowActions: [
    { label: t('testers.look'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    runNow,
    edit,
    remove,
  ],
  add: { label: t('testers.addRule'), calls: linkRuleRoutes.addLinkRule, dialog: 'add' },
  dialogs: {
    add: dialog(t('testers.addRule'), t('testers.ruleAdded')),
    edit: dialog(t('testers.editRule'), t('testers.ruleSaved')),
  },
  details: Details,
  detailsTitle: t('testers.ruleTitle'),
  texts: {
    loading: t('testers.loadingRules'),
    emptyTitle: t('testers.noRules'),
    emptyText: t('testers.noRulesText'),
  },
});

export default function LinkRules() {
  return <ResourcePage list={rules} intro={<PageTabs label={t('menu.linkTester')} tabs={linkTabs} />} />;
}
