// The self-billing agreement: the workspace writes one's invoices, for twelve months at a time.
import { Alert, Button, Stack, Text } from '@mantine/core';
import { billingTermsRoutes as routes, type TaxProfile } from '@tributary/contract/billing/terms';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Facts } from '../../kit/log-page/details.tsx';
import { Card } from '../../kit/settings/card.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { shortDate } from '../../ui/format.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { t } from '../../words/publisher.ts';

/** from so many days before its end on it can be renewed */
const RENEW_DAYS = 60;
const DAY = 86_400;

export function AgreementCard({ profile, changed }: { profile: TaxProfile; changed: () => Promise<void> }) {
  const { session, impersonated_by: manager } = useSession();
  const { agreement, agreement_text: text, agreement_version: version } = profile;
  if (text === '' && !agreement) {
    return (
      <Card title={t('payment.agreement')}>
        <p>{t('payment.agreementNone')}</p>
      </Card>
    );
  }
  const isOther = agreement !== null && agreement.version !== version;
  const endsSoon = agreement !== null && agreement.until - Date.now() / 1000 < RENEW_DAYS * DAY;
  const canAccept = !manager && text !== '' && (!agreement?.in_force || isOther || endsSoon);
  const accept = async () => {
    if (profile.version === 0) return void toast.error(t('payment.profileFirst'));
    const isSure = await confirmDialog({
      title: t('payment.acceptAsk'),
      text: t('payment.acceptText'),
      confirm: t('payment.accept'),
    });
    if (!isSure) return;
    try {
      await call(routes.acceptSelfBilling, { body: { version } }, { session });
      toast.success(t('payment.accepted'));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await changed();
  };
  return (
    <Card
      title={t('payment.agreement')}
      note={agreement?.in_force ? t('payment.agreementHolds') : t('payment.agreementNote')}
      action={
        canAccept && (
          <Button variant={agreement?.in_force ? 'default' : 'filled'} onClick={() => void accept()}>
            {agreement ? t('payment.renew') : t('payment.accept')}
          </Button>
        )
      }
    >
      <Stack gap="md">
        {agreement && !agreement.in_force && (
          <Alert
            role="status"
            color="yellow"
            icon={<IconAlertTriangle size={18} aria-hidden />}
            title={t('payment.agreementEnded')}
          >
            {t('payment.agreementEndedText')}
          </Alert>
        )}
        {agreement?.in_force && isOther && text !== '' && (
          <Alert role="status" color="blue" title={t('payment.agreementOther')}>
            {t('payment.agreementOtherText')}
          </Alert>
        )}
        <Facts
          facts={[
            [t('payment.agreementVersion'), agreement && String(agreement.version)],
            [t('payment.acceptedAt'), agreement && shortDate(agreement.accepted_at)],
            [t('payment.agreedUntil'), agreement && shortDate(agreement.until)],
          ]}
        />
        {text !== '' && (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        )}
        {manager && <p>{t('payment.ownerAlone')}</p>}
      </Stack>
    </Card>
  );
}
