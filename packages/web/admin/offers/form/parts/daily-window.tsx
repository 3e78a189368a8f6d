// Daily start and stop: outside these times of day the offer takes no traffic.
import { Switch } from '@mantine/core';
import { TimePicker } from '@mantine/dates';
import { t } from '../../../../words/admin.ts';
import { useOffer } from '../form-context.ts';
import classes from '../offer-form.module.css';

export function DailyWindow() {
  const { draft, set } = useOffer();
  const time = (name: 'daily_start_time' | 'daily_end_time', label: string) => (
    <TimePicker
      label={label}
      withSeconds
      hoursInputLabel={`${label}: ${t('offers.hours')}`}
      minutesInputLabel={`${label}: ${t('offers.minutes')}`}
      secondsInputLabel={`${label}: ${t('offers.seconds')}`}
      disabled={!draft.daily_start_stop}
      value={draft[name]}
      onChange={(value) => value && set(name, value)}
    />
  );
  return (
    <div className={classes.grid}>
      <Switch
        className={classes.wide}
        name="daily_start_stop"
        label={t('offers.dailyStartAndStop')}
        description={t('offers.theOfferTakesTrafficOnly')}
        checked={draft.daily_start_stop}
        onChange={(event) => set('daily_start_stop', event.currentTarget.checked)}
      />
      {time('daily_start_time', t('offers.dailyStartTime'))}
      {time('daily_end_time', t('offers.dailyStopTime'))}
    </div>
  );
}
