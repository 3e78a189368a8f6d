// From when to when the offer runs: day-monthname-year with time, in UTC.
import '@mantine/dates/styles.css';
import { DateTimePicker } from '@mantine/dates';
import { t } from '../../../../words/admin.ts';
import { useOffer } from '../form-context.ts';
import { DATE_FORMAT } from '../wire.ts';

function OfferDate({ name, label }: { name: 'start_date' | 'end_date'; label: string }) {
  const { draft, set, fault } = useOffer();
  return (
    <DateTimePicker
      label={label}
      description={t('offers.utcEmptyMeansTheDefault')}
      valueFormat={DATE_FORMAT}
      placeholder={t('offers.chooseADayAndTime')}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear', { label: label.toLowerCase() }) }}
      submitButtonProps={{ 'aria-label': t('offers.takeThisDate') }}
      timePickerProps={{ hoursInputLabel: t('offers.hours'), minutesInputLabel: t('offers.minutes') }}
      value={draft[name] || null}
      onChange={(value) => set(name, value ?? '')}
      error={fault?.field === name}
    />
  );
}

export const StartDate = () => <OfferDate name="start_date" label={t('offers.startDate')} />;
export const EndDate = () => <OfferDate name="end_date" label={t('offers.endDate')} />;
