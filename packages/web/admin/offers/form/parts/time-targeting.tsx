// Hours and days on which the offer takes traffic; the block shows only when it is enabled.
import { Alert, Checkbox, Group, Select, Switch } from '@mantine/core';
import { offerDays, offerTimeZones } from '@tributary/contract/offers/offer-terms';
import { IconClock } from '../../../../ui/icons.ts';
import { t } from '../../../../words/admin.ts';
import { said } from '../../../../words/said.ts';
import type { OfferDraft } from '../draft.ts';
import { useOffer } from '../form-context.ts';
import classes from '../offer-form.module.css';

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

export function TimeTargeting() {
  const { draft, set } = useOffer();
  return (
    <div className={classes.grid}>
      <Switch
        className={classes.wide}
        name="enable_time_targeting"
        label={t('offers.enableTimeTargeting')}
        checked={draft.enable_time_targeting}
        onChange={(event) => set('enable_time_targeting', event.currentTarget.checked)}
      />
      {draft.enable_time_targeting && <Window />}
    </div>
  );
}

function Window() {
  const { draft, set } = useOffer();
  const hour = (name: 'start_hour' | 'end_hour', label: string) => (
    <Select
      name={name}
      label={label}
      data={hours}
      allowDeselect={false}
      value={draft[name]}
      onChange={(value) => value && set(name, value)}
    />
  );
  return (
    <>
      <Select
        className={classes.wide}
        name="timezone"
        label={t('offers.timeZone')}
        data={[...offerTimeZones]}
        allowDeselect={false}
        searchable
        value={draft.timezone}
        onChange={(value) => value && set('timezone', value)}
      />
      {hour('start_hour', t('offers.startHour'))}
      {hour('end_hour', t('offers.endHour'))}
      <p className={classes.hint}>{t('offers.24HourClockTheSame')}</p>
      <Switch
        className={classes.wide}
        name="enable_inactive_hours"
        label={t('offers.enableInactiveHours')}
        checked={draft.enable_inactive_hours}
        onChange={(event) => set('enable_inactive_hours', event.currentTarget.checked)}
      />
      {draft.enable_inactive_hours && (
        <Alert className={classes.wide} icon={<IconClock size={18} aria-hidden />} variant="light" color="gray">
          {inactiveText(draft)}
        </Alert>
      )}
      <Checkbox.Group
        className={classes.wide}
        label={t('offers.days')}
        description={t('offers.noneMeansEveryDay')}
        value={draft.selected_days}
        onChange={(days) =>
          set(
            'selected_days',
            offerDays.filter((day) => days.includes(day)),
          )
        }
      >
        <Group gap="8px 16px" mt={4}>
          {offerDays.map((day) => (
            <Checkbox key={day} value={day} label={said(day)} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  );
}

function inactiveText({ start_hour: from, end_hour: to, timezone }: OfferDraft): string {
  const when = from === to ? t('offers.onTheDaysBelow') : t('offers.from00To00', { from, to, timezone });
  return t('offers.theseAreInactiveHoursClicks', { when });
}
