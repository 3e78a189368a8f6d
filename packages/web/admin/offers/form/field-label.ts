// A field's name as the form says it: for the history and for what two editors changed.
import { words } from '../../../ui/format.ts';
import { sections } from './sections.ts';

const declared = sections.flatMap(({ chapters }) =>
  chapters.flatMap(({ parts }) => parts.flatMap((part) => ('label' in part ? [[part.name, part.label] as const] : []))),
);

/** the fields whose parts say their own name */
const own: readonly (readonly [string, string])[] = [
  ['advertiser_id', 'Advertiser'],
  ['default_campaign_url', 'Default Campaign URL'],
  ['kpi', 'KPI'],
  ['thumbnail_id', 'Thumbnail'],
  ['geo_coverage', 'Countries'],
  ['offer_visibility', 'Visibility'],
  ['deep_link_hosts', 'Allowed hosts'],
  ['daily_start_stop', 'Daily start and stop'],
  ['daily_end_time', 'Daily stop time'],
  ['duplicate_click_action', 'Duplicate click action'],
  ['conversion_flow_by_language', 'Conversion flow per language'],
  ['selected_days', 'Days'],
  ['timezone', 'Time zone'],
  ['camp_id', 'Number'],
  ['payout_rules', 'Payout rules'],
  ['kpi_targets', 'KPI targets'],
  ['targets', 'Targeting'],
  ['publisher_id', 'Publisher'],
  ['publisher_ids', 'Publishers'],
  ['state', 'Permission'],
];

const labels = new Map<string, string>([...declared, ...own]);
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
