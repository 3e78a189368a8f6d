// Where one is paid: what is kept of it is shown masked; whoever has lost it enters it again.
import { Alert, Button } from '@mantine/core';
import type { OwnMethod } from '@tributary/contract/billing/paying';
import { useState } from 'react';
import { Facts } from '../../kit/log-page/details.tsx';
import { Card } from '../../kit/settings/card.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { calendarDay, dateTime, money } from '../../ui/format.ts';
import { IconClock, IconInfoCircle } from '../../ui/icons.ts';
import { t } from '../../words/publisher.ts';
import { MethodDialog } from './method-dialog.tsx';
import { cycleWords, methodWords } from './words.ts';

export function MethodCard({ own, changed }: { own: OwnMethod; changed: () => Promise<void> }) {
  const { impersonated_by: manager } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { method, methods, terms, home_currency } = own;
  const canChange = !manager && methods.length > 0;
  return (
    <Card
      title={t('payment.method')}
      note={t('payment.whenPaid', {
        cycle: cycleWords[terms.cycle],
        count: terms.net_days,
      })}
      action={
        canChange && (
          <Button variant={method ? 'default' : 'filled'} onClick={() => setOpen(true)}>
            {method ? t('payment.change') : t('payment.addMethod')}
          </Button>
        )
      }
    >
      {method?.held_until && (
        <Alert
          role="status"
          color="yellow"
          icon={<IconClock size={18} aria-hidden />}
          title={t('payment.heldTitle')}
          mb="md"
        >
          {t('payment.heldText', { until: dateTime(method.held_until) })}
        </Alert>
      )}
      {!method && (
        <Alert
          role="status"
          color="blue"
          icon={<IconInfoCircle size={18} aria-hidden />}
          title={t('payment.noMethod')}
          mb="md"
        >
          {methods.length > 0 ? t('payment.noMethodText') : t('payment.noMethodsText')}
        </Alert>
      )}
      <Facts
        facts={[
          [t('payment.paidBy'), method && methodWords[method.kind]],
          [t('payment.to'), method?.mask],
          [t('payment.currency'), method?.currency],
          [t('payment.since'), method && dateTime(method.changed_at)],
          [t('payment.nextDue'), calendarDay(terms.next_due)],
          [t('payment.minimum'), terms.minimum !== '0' && money(terms.minimum, home_currency)],
          [t('payment.hold'), terms.hold_days > 0 && t('payment.days', { count: terms.hold_days })],
        ]}
      />
      {manager && <p>{t('payment.ownerAlone')}</p>}
      {isOpen && <MethodDialog own={own} close={() => setOpen(false)} changed={changed} />}
    </Card>
  );
}
