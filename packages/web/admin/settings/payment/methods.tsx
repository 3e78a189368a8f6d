// Settings › Payment › Methods: how publishers can be paid, what each costs and begins at, and the accounts that are paid from.
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MethodKind, methodKinds, payingRoutes } from '@tributary/contract/billing/paying';
import type { ArgsOf, ResultOf } from '@tributary/contract/route';
import { useState } from 'react';
import { call } from '../../../kit/api/api.ts';
import { confirmDialog } from '../../../kit/dialogs/dialogs.tsx';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../../kit/language/sentence-for.ts';
import { PageTabs } from '../../../kit/log-page/page-tabs.tsx';
import { useTitle } from '../../../kit/pages/use-title.ts';
import { Card, Cards } from '../../../kit/settings/card.tsx';
import { FailedToLoad } from '../../../kit/shell/loading.tsx';
import { useMay } from '../../../kit/shell/permissions.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { dateTime, money } from '../../../ui/format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { t } from '../../../words/admin.ts';
import { methodWords } from '../../payouts/payments/words.ts';
import { AccountDialog } from './account-dialog.tsx';
import { MethodDialog } from './method-dialog.tsx';
import { Row, Rows } from './rows.tsx';
import { paymentTabs } from './tabs.ts';

export type PaymentRules = ResultOf<typeof payingRoutes.paymentRules>;
export type Method = PaymentRules['methods'][number];
export type OwnAccount = PaymentRules['accounts'][number];
/** saves all of it with this part changed; refused where somebody else was quicker */
export type SavePart = (part: Partial<Pick<PaymentRules, 'methods' | 'accounts'>>) => Promise<void>;

/** what publishers enter for each */
const fieldsOf: Record<MethodKind, string> = {
  bank: t('payment.asksBank'),
  paypal: t('payment.asksPayPal'),
  wise: t('payment.asksWise'),
  payoneer: t('payment.asksPayoneer'),
  upi: t('payment.asksUpi'),
  usdt: t('payment.asksUsdt'),
  'by-hand': t('payment.asksByHand'),
};
/** their files are made by rules of the bank or of PayPal */
export const hasColumns = (kind: MethodKind): boolean => kind !== 'bank' && kind !== 'paypal';
const isNothing = (amount: string): boolean => Number(amount) === 0;

export default function PaymentMethods() {
  const { session } = useSession();
  useTitle(t('menu.payment'));
  const answer = useQuery({
    queryKey: ['payment-rules', session.token],
    queryFn: ({ signal }) => call(payingRoutes.paymentRules, {}, { session, signal }),
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeader title={t('menu.payment')} note={t('payment.methodsPurpose')} />
      <PageTabs label={t('menu.payment')} tabs={paymentTabs} />
      {answer.isPending && <Skeleton height={320} maw={760} />}
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {answer.data && <Rules rules={answer.data} />}
    </>
  );
}

function Rules({ rules }: { rules: PaymentRules }) {
  const { session } = useSession();
  const queries = useQueryClient();
  const mayWrite = useMay()(payingRoutes.savePaymentRules);
  const [method, setMethod] = useState<Method | null>(null);
  const [account, setAccount] = useState<OwnAccount | 'new' | null>(null);
  const save: SavePart = async (part) => {
    const { version, methods, accounts } = { ...rules, ...part };
    const body: ArgsOf<typeof payingRoutes.savePaymentRules>['body'] = { version, methods, accounts };
    const saved = await call(payingRoutes.savePaymentRules, { body }, { session });
    queries.setQueryData(['payment-rules', session.token], saved);
    toast.success(t('payment.saved'));
  };
  const remove = async ({ currency, iban }: OwnAccount) => {
    const isSure = await confirmDialog({
      title: t('payment.removeAccount', { currency }),
      text: t('payment.removeAccountText', { iban, currency }),
      confirm: t('payment.remove'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await save({ accounts: rules.accounts.filter((one) => one.currency !== currency) });
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  const inHome = (amount: string) => money(amount, rules.home_currency);
  const methods = methodKinds.flatMap((kind) => rules.methods.find((one) => one.kind === kind) ?? []);
  return (
    <Cards>
      <Card
        title={t('payment.methods')}
        note={
          rules.changed_at === null
            ? t('payment.methodsText')
            : t('payment.changedAt', { at: dateTime(rules.changed_at) })
        }
      >
        <Rows>
          {methods.map((one) => (
            <Row
              key={one.kind}
              title={methodWords[one.kind]}
              badge={
                one.is_on
                  ? { text: t('payment.offered'), tone: 'good' }
                  : { text: t('payment.notOffered'), tone: 'neutral' }
              }
              lines={[
                fieldsOf[one.kind],
                [
                  isNothing(one.fee) ? t('payment.noFee') : t('payment.feeOf', { amount: inHome(one.fee) }),
                  !isNothing(one.minimum) && t('payment.fromAmount', { amount: inHome(one.minimum) }),
                  hasColumns(one.kind) && t('payment.columnsCount', { count: one.columns.length }),
                ]
                  .filter(Boolean)
                  .join(' · '),
                one.is_on && hasColumns(one.kind) && one.columns.length === 0 && t('payment.columnsMissing'),
              ]}
              verbs={
                mayWrite && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t('payment.editOf', { name: methodWords[one.kind] })}
                    onClick={() => setMethod(one)}
                  >
                    {t('common.edit')}
                  </Button>
                )
              }
            />
          ))}
        </Rows>
      </Card>
      <Card
        title={t('payment.accounts')}
        note={t('payment.accountsText')}
        action={
          mayWrite && (
            <Button size="xs" variant="default" onClick={() => setAccount('new')}>
              {t('payment.addAccount')}
            </Button>
          )
        }
      >
        {rules.accounts.length === 0 ? (
          <p>{t('payment.noAccounts')}</p>
        ) : (
          <Rows>
            {rules.accounts.map((one) => (
              <Row
                key={one.currency}
                title={`${one.currency} · ${one.name}`}
                lines={[
                  [one.iban, one.bic].filter(Boolean).join(' · '),
                  [one.street, one.building, one.postcode, one.town, one.country].filter(Boolean).join(' '),
                ]}
                verbs={
                  mayWrite && (
                    <>
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={t('payment.editOf', { name: one.currency })}
                        onClick={() => setAccount(one)}
                      >
                        {t('common.edit')}
                      </Button>
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={t('payment.removeOf', { name: one.currency })}
                        onClick={() => void remove(one)}
                      >
                        {t('payment.remove')}
                      </Button>
                    </>
                  )
                }
              />
            ))}
          </Rows>
        )}
      </Card>
      {method && <MethodDialog method={method} rules={rules} save={save} close={() => setMethod(null)} />}
      {account && (
        <AccountDialog
          account={account === 'new' ? null : account}
          rules={rules}
          save={save}
          close={() => setAccount(null)}
        />
      )}
    </Cards>
  );
}
