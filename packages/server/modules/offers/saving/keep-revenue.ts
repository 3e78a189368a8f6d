// An edit by somebody whose role does not show what an offer earns: its revenue stays as it is stored, and so does what a revenue
// means. What cannot be saved without knowing it is refused, with a sentence that says whom to ask.
import { offerFault } from '@tributary/contract/offers/offer-form';
import type { OfferFields } from '@tributary/contract/offers/offers';
import { Fault } from '../../../platform/fault.ts';

type Earned = Pick<OfferFields, 'revenue' | 'revenue_percent'>;
const earnedBy = ({ revenue, revenue_percent }: Earned): Earned => ({ revenue, revenue_percent });

export function keepRevenue(stored: OfferFields, sent: OfferFields): OfferFields {
  // of another of these, the same amount would be another revenue
  if (sent.currency !== stored.currency) {
    throw new Fault(
      'forbidden',
      'The revenue is in the offer’s currency, so the currency stays: your role does not show revenue. Please ask the owner of this workspace.',
      { path: ['currency'] },
    );
  }
  if (sent.objective !== stored.objective) {
    throw new Fault(
      'forbidden',
      'The revenue is for what the offer pays for, so its objective stays: your role does not show revenue. Please ask the owner of this workspace.',
      { path: ['objective'] },
    );
  }
  const own = earnedBy(stored);
  const goals = sent.goals.map((goal, row) => {
    const known = stored.goals.find(({ token }) => token === goal.token);
    if (!known && goal.token !== '') {
      throw new Fault(
        'forbidden',
        'A goal needs a revenue, and your role does not show revenue. Please ask the owner of this workspace to add it.',
        { path: ['goals', row, 'token'] },
      );
    }
    return { ...goal, ...(goal.token === '' ? own : earnedBy(known ?? stored)) };
  });
  const kept = { ...sent, ...own, goals };
  const fault = offerFault(kept);
  if (fault) throw new Fault('invalid_input', fault.message, { path: fault.path });
  return kept;
}
