// When another zone is in force: the same moment by both clocks.
import { dateTime } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';

export const Moment = ({ at, from, to }: { at: number; from: string; to: string }) => (
  <div>
    <div>{t('locale.inForceAt', { zone: to })}</div>
    {[to, from].map((zone) => (
      <div key={zone}>
        <strong>{t('locale.momentIn', { moment: dateTime(at, zone), zone })}</strong>
      </div>
    ))}
    <div>{t('locale.cancelUntilThen')}</div>
  </div>
);
