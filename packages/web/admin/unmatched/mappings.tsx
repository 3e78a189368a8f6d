// Advertiser Postback Logs › Mappings: whose calls are read otherwise, and how; each line can be taken out.

import { type ReceiptText, receiptTexts } from '@tributary/contract/tracker/receipt-rules';
import {
  type MappingParts,
  mappingList,
  mappingRoutes,
  type PostbackMappingRow,
} from '@tributary/contract/trust/mappings';
import { call } from '../../kit/api/api.ts';
import { namedFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { resource } from '../../kit/resource/declaration.ts';
import { storedFormDialog } from '../../kit/resource/form-dialog.tsx';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { IconPencil, IconTrash } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { receivedTabs } from '../explain/paths.ts';
import { formatWords } from './words.ts';

const NAME = 'postback-mappings';
const NO_FORMAT = 'ours';

const save = (row: PostbackMappingRow, parts: MappingParts, context: Parameters<typeof call>[2]) =>
  call(
    mappingRoutes.setPostbackMapping,
    { body: { ...parts, advertiser_id: row.advertiser.id, offer_id: row.offer?.id ?? null, version: row.version } },
    context,
  );

const remove = rowCall<PostbackMappingRow>({
  label: t('unmatched.removeMapping'),
  calls: mappingRoutes.setPostbackMapping,
  icon: IconTrash,
  danger: true,
  ask: (row) => ({
    title: t('unmatched.removeMappingAsk', { name: row.offer?.name ?? row.advertiser.name }),
    text: t('unmatched.removeMappingText'),
    confirm: t('unmatched.removeMapping'),
    danger: true,
  }),
  send: (row, context) => save(row, { parameters: {}, goals: {}, number_format: null }, context),
  done: t('unmatched.mappingRemoved'),
});

interface Draft {
  parameters: string;
  goals: string;
  number_format: string;
}
const linesOf = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([theirs, ours]) => `${theirs} = ${ours}`)
    .join('\n');
const readLines = (text: string): [string, string][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [theirs = '', ...rest] = line.split('=');
      return [theirs.trim(), rest.join('=').trim()];
    });
const isText = (word: string): word is ReceiptText => receiptTexts.some((one) => one === word);

const draftOf = ({ parameters, goals, number_format }: PostbackMappingRow): Draft => ({
  parameters: linesOf(parameters),
  goals: linesOf(goals),
  number_format: number_format ?? NO_FORMAT,
});
const partsOf = ({ parameters, goals, number_format: format }: Draft): MappingParts => ({
  parameters: Object.fromEntries(
    readLines(parameters).flatMap(([theirs, ours]) => (isText(ours) ? [[theirs, ours] as const] : [])),
  ),
  goals: Object.fromEntries(readLines(goals)),
  number_format: format === 'point' || format === 'comma' ? format : null,
});

const mappings = resource(mappingList, {
  name: NAME,
  title: t('unmatched.mappings'),
  countText: (many) => t('unmatched.mappingCount', { count: many }),
  load: mappingRoutes.postbackMappings,
  file: mappingRoutes.exportPostbackMappings,
  nameOf: ({ offer, advertiser }) => offer?.name ?? advertiser.name,
  searchPlaceholder: t('unmatched.searchMappings'),
  defaultSort: '-changed_at',
  columns: [
    { id: 'advertiser', title: t('unmatched.advertiser'), fixed: true },
    { id: 'offer', title: t('unmatched.offer') },
    { id: 'reads', title: t('unmatched.reads') },
    { id: 'version', title: t('unmatched.version') },
    { id: 'changed_at', title: t('unmatched.changedAt') },
    { id: 'changed_by', title: t('unmatched.changedBy') },
  ],
  filters: [
    namedFilter('advertiser', t('unmatched.advertiser'), (row: PostbackMappingRow) => row.advertiser),
    namedFilter('offer', t('unmatched.offer'), (row: PostbackMappingRow) => row.offer),
  ],
  rowActions: [
    {
      label: t('unmatched.editMapping'),
      calls: mappingRoutes.setPostbackMapping,
      icon: IconPencil,
      when: () => true,
      run: (row, { open }) => open('edit', row),
    },
    remove,
  ],
  dialogs: {
    edit: storedFormDialog<PostbackMappingRow, Draft, PostbackMappingRow>({
      title: t('unmatched.editMapping'),
      load: (row, context) => call(mappingRoutes.postbackMapping, { params: { id: row?.id ?? '' } }, context),
      form: (_row, stored) => ({
        fields: [
          {
            name: 'parameters',
            label: t('unmatched.parameterLines'),
            kind: 'textarea',
            help: t('unmatched.parameterLinesHelp', { names: receiptTexts.join(', ') }),
          },
          { name: 'goals', label: t('unmatched.goalLines'), kind: 'textarea', help: t('unmatched.goalLinesHelp') },
          {
            name: 'number_format',
            label: t('unmatched.numberFormat'),
            kind: 'select',
            options: [
              { value: NO_FORMAT, label: t('unmatched.plainNumbers') },
              { value: 'point', label: formatWords.point },
              { value: 'comma', label: formatWords.comma },
            ],
          },
        ],
        initial: draftOf(stored),
        check: (values) => {
          const wrong = readLines(values.parameters).find(([, ours]) => !isText(ours));
          return wrong
            ? { field: 'parameters', sentence: t('unmatched.noSuchParameter', { name: wrong[1] || wrong[0] }) }
            : null;
        },
        submit: t('unmatched.saveFix'),
        busy: t('unmatched.saving'),
      }),
      send: (values, _row, context, stored) => save(stored, partsOf(values), context),
      success: t('unmatched.saved'),
    }),
  },
  texts: {
    loading: t('unmatched.loading'),
    emptyTitle: t('unmatched.noMappings'),
    emptyText: t('unmatched.noMappingsText'),
  },
});

export default function Mappings() {
  return <ResourcePage list={mappings} intro={<PageTabs label={t('unmatched.title')} tabs={receivedTabs} />} />;
}
