// A field's name as the form says it: for the history and for what two editors changed.
import { words } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { sections } from './sections.ts';

const declared = sections.flatMap(({ chapters }) =>
  chapters.flatMap(({ parts }) => parts.flatMap((part) => ('label' in part ? [[part.name, part.label] as const] : []))),
);

/** the fields whose parts say their own name */
const own: readonly (readonly [string, string])[] = [
  ['advertiser_id', t('common.advertiser')],
  ['default_campaign_url', t('offers.defaultCampaignUrl')],
  ['kpi', 'KPI'],
  ['thumbnail_id', t('offers.thumbnail')],
  ['geo_coverage', t('offers.countries')],
  ['offer_visibility', t('offers.visibility')],
  ['deep_link_hosts', t('offers.allowedHosts')],
  ['daily_start_stop', t('offers.dailyStartAndStop')],
  ['daily_end_time', t('offers.dailyStopTime')],
  ['duplicate_click_action', t('offers.duplicateClickAction')],
  ['conversion_flow_by_language', t('offers.conversionFlowPerLanguage')],
  ['selected_days', t('offers.days')],
  ['timezone', t('offers.timeZone')],
  ['camp_id', t('offers.number')],
  ['payout_rules', t('offers.payoutRules')],
  ['kpi_targets', t('offers.kpiTargets')],
  ['targets', t('offers.targeting')],
  ['publisher_id', t('common.publisher')],
  ['publisher_ids', t('offers.publishers')],
  ['state', t('offers.permission')],
];

const labels = new Map<string, string>([...declared, ...own]);
export const labelledFields: readonly string[] = [...labels.keys()];
export const fieldLabel = (name: string): string => labels.get(name) ?? words(name);

const options = new Map<string, readonly { value: string; label: string }[]>(
  sections.flatMap(({ chapters }) =>
    chapters.flatMap(({ parts }) =>
      parts.flatMap((part) => ('options' in part ? [[part.name, part.options] as const] : [])),
    ),
  ),
);

/** a choice as the form offers it; null where the field has no such choice */
export const optionLabel = (name: string, value: string): string | null =>
  options.get(name)?.find((option) => option.value === value)?.label ?? null;
