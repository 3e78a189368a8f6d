// A day and its time, chosen from a calendar in the reader's language.
import '@mantine/dates/styles.css';
import 'dayjs/locale/es';
import 'dayjs/locale/hi';
import { DateTimePicker } from '@mantine/dates';
import { t } from '../../words/kit.ts';
import { useLanguage } from '../../words/words.ts';

const FORMAT = 'D-MMMM-YYYY HH:mm';

interface MomentPickerProps {
  label: string;
  placeholder: string;
  description?: string;
  /** as it is stored; empty means none */
  value: string;
  onChange: (value: string) => void;
  error?: boolean;
}

export function MomentPicker({ label, value, onChange, ...rest }: MomentPickerProps) {
  return (
    <DateTimePicker
      {...rest}
      label={label}
      locale={useLanguage()}
      valueFormat={FORMAT}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear', { label: label.toLowerCase() }) }}
      submitButtonProps={{ 'aria-label': t('moment.take') }}
      timePickerProps={{ hoursInputLabel: t('moment.hours'), minutesInputLabel: t('moment.minutes') }}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
