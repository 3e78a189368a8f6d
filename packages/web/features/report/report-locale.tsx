// The time zone and the currency that a report is read in: the reader's own until he chooses others for this report.
import { Button, Popover, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reportRoutes } from '@tributary/contract/reports/reports';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { timeZoneOptions } from '../../kit/inputs/time-zones.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconWorld } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import type { ReportState } from './report-state.ts';

type Locale = Pick<ReportState, 'tz'> & Partial<Pick<ReportState, 'currency'>>;

interface ReportLocaleProps {
  /** no currency where the report has no amounts */
  state: Locale;
  /** what the report was read in; absent while it is on its way */
  shown: Locale | undefined;
  change: (part: Partial<Pick<ReportState, 'tz' | 'currency'>>) => void;
}

export function ReportLocale({ state, shown, change }: ReportLocaleProps) {
  const [opened, setOpened] = useState(false);
  const { session } = useSession();
  const { data: catalogue } = useQuery({
    queryKey: ['report-catalogue', session.token],
    queryFn: ({ signal }) => call(reportRoutes.reportCatalogue, {}, { session, signal }),
    enabled: opened,
  });
  const own = catalogue?.time_zone ?? shown?.tz ?? 'UTC';
  const home = catalogue?.currency ?? shown?.currency ?? 'USD';
  const zones = opened ? timeZoneOptions(state.tz || own).filter(({ value }) => value !== own) : [];
  const currencies = (catalogue?.currencies ?? []).filter((one) => one !== home);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconWorld size={16} aria-hidden />} onClick={() => setOpened(!opened)}>
          {shown
            ? [shown.tz.replaceAll('_', ' '), ...(shown.currency ? [shown.currency] : [])].join(' · ')
            : t('report.timeZone')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Select
            label={t('report.timeZone')}
            description={t('report.daysAndHoursOfThe')}
            searchable
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            maxDropdownHeight={220}
            limit={100}
            data={[{ value: '', label: t('report.yourOwn', { own: own.replaceAll('_', ' ') }) }, ...zones]}
            value={state.tz}
            onChange={(tz) => change({ tz: tz ?? '' })}
          />
          {state.currency !== undefined && (
            <Select
              label={t('report.currency')}
              description={t('report.amountsAreConvertedAtThe')}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              data={[
                { value: '', label: t('report.theWorkspaces', { home }) },
                ...currencies.map((value) => ({ value, label: value })),
              ]}
              value={state.currency}
              onChange={(currency) => change({ currency: currency ?? '' })}
            />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
