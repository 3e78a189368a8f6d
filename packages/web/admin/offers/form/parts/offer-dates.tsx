// From when to when the offer runs: day-monthname-year with time, in UTC.
import { MomentPicker } from '../../../../kit/inputs/moment-picker.tsx';
import { t } from '../../../../words/admin.ts';
import { useOffer } from '../form-context.ts';

function OfferDate({ name, label }: { name: 'start_date' | 'end_date'; label: string }) {
  const { draft, set, fault } = useOffer();
  return (
    <MomentPicker
      label={label}
      description={t('offers.utcEmptyMeansTheDefault')}
      placeholder={t('offers.chooseADayAndTime')}
      value={draft[name]}
      onChange={(value) => set(name, value)}
      error={fault?.field === name}
    />
  );
}

export const StartDate = () => <OfferDate name="start_date" label={t('offers.startDate')} />;
export const EndDate = () => <OfferDate name="end_date" label={t('offers.endDate')} />;
