// Above which sum a batch of payments needs a second person.
import { TextInput } from '@mantine/core';
import { parseMoney } from '@tributary/contract/money';
import { useState } from 'react';
import type { OwnInput } from '../../../kit/settings/setting-fields.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { t } from '../../../words/admin.ts';

/** whoever may save settings could pay alone by raising it first: that is the owner's to do */
export function TwoPersonSum({ value, set, disabled }: OwnInput) {
  const isOwner = useSession().is_owner;
  const sum = String(value);
  const [stored] = useState(sum);
  const isBound = !isOwner && stored !== '';
  const isRaised = isBound && (sum.trim() === '' || (parseMoney(sum) ?? 0n) > (parseMoney(stored) ?? 0n));
  return (
    <TextInput
      label={t('payment.twoPerson')}
      description={isBound ? t('payment.twoPersonLower') : t('payment.twoPersonHelp')}
      error={isRaised && t('payment.twoPersonRaised', { sum: stored })}
      value={sum}
      onChange={(event) => set(event.currentTarget.value)}
      disabled={disabled}
    />
  );
}
