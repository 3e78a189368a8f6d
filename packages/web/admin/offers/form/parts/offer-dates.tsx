// From when to when the offer runs: day-monthname-year with time, in UTC.
import '@mantine/dates/styles.css';
import { DateTimePicker } from '@mantine/dates';
import { useOffer } from '../form-context.ts';
import { DATE_FORMAT } from '../wire.ts';

function OfferDate({ name, label }: { name: 'start_date' | 'end_date'; label: string }) {
  const { draft, set, fault } = useOffer();
  return (
    <DateTimePicker
      label={label}
      description="UTC. Empty means the default."
      valueFormat={DATE_FORMAT}
      placeholder="Choose a day and time"
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      submitButtonProps={{ 'aria-label': 'Take this date' }}
      timePickerProps={{ hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
      value={draft[name] || null}
      onChange={(value) => set(name, value ?? '')}
      error={fault?.field === name}
    />
  );
}

export const StartDate = () => <OfferDate name="start_date" label="Start date" />;
export const EndDate = () => <OfferDate name="end_date" label="End date" />;
