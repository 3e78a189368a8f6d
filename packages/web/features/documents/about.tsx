// What an entry is about, below its kind: the campaign and the day of what was earned, and why it was booked.
import type { BillingEntry } from '@tributary/contract/billing/entries';
import classes from '../../kit/log-page/details.module.css';
import { reasonText } from '../../kit/statement/reason-text.ts';
import { calendarDay } from '../../ui/format.ts';

export const About = ({ entry: { campaign, day, reason } }: { entry: BillingEntry }) => (
  <>
    {campaign && (
      <span className={classes.saw}>
        {[`${campaign.name} (${campaign.number})`, day && calendarDay(day)].filter(Boolean).join(' · ')}
      </span>
    )}
    {reason && <span className={classes.saw}>{reasonText(reason)}</span>}
  </>
);
