// Who one is to a tax office, and the form that goes with it.
import { Alert, Anchor, Button, FileButton, Group, Stack } from '@mantine/core';
import { MAX_BILLING_FILE, billingTermsRoutes as routes, type TaxProfile } from '@tributary/contract/billing/terms';
import { useState } from 'react';
import { readAttached } from '../../features/appeals/attach.tsx';
import { call, callForBlob } from '../../kit/api/api.ts';
import { download } from '../../kit/api/download.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Facts } from '../../kit/log-page/details.tsx';
import { Card } from '../../kit/settings/card.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { calendarDay } from '../../ui/format.ts';
import { IconAlertTriangle, IconInfoCircle, IconUpload } from '../../ui/icons.ts';
import { t } from '../../words/publisher.ts';
import { TaxDialog } from './tax-dialog.tsx';
import { partyWords } from './words.ts';

const isWanted = ({ form_standing: standing }: TaxProfile) => standing === 'missing' || standing === 'expired';

export function TaxCard({ profile, changed }: { profile: TaxProfile; changed: () => Promise<void> }) {
  const { impersonated_by: manager } = useSession();
  const [isOpen, setOpen] = useState(false);
  const isThere = profile.version > 0;
  const street = [profile.street, profile.house_number].filter(Boolean).join(' ');
  const town = [profile.postcode, profile.town].filter(Boolean).join(' ');
  return (
    <Card
      title={t('payment.tax')}
      note={t('payment.taxNote')}
      action={
        !manager && (
          <Button variant={isThere ? 'default' : 'filled'} onClick={() => setOpen(true)}>
            {isThere ? t('payment.edit') : t('payment.fillIn')}
          </Button>
        )
      }
    >
      {!isThere && (
        <Alert
          role="status"
          color="blue"
          icon={<IconInfoCircle size={18} aria-hidden />}
          title={t('payment.noProfile')}
        >
          {t('payment.noProfileText')}
        </Alert>
      )}
      {isThere && (
        <Stack gap="md">
          {isWanted(profile) && profile.form_wanted && (
            <Alert
              role="status"
              color="yellow"
              icon={<IconAlertTriangle size={18} aria-hidden />}
              title={
                profile.form_standing === 'expired'
                  ? t('payment.formExpired', { form: profile.form_wanted })
                  : t('payment.formMissing', { form: profile.form_wanted })
              }
            >
              {t('payment.formBlocks')}
            </Alert>
          )}
          <Facts
            facts={[
              [t('payment.legalName'), profile.legal_name],
              [t('payment.party'), partyWords[profile.party]],
              [t('payment.address'), [street, town].filter(Boolean).join(', ')],
              [t('payment.country'), nameOfCountry(profile.country)],
              [t('payment.vatId'), profile.vat_id],
              [t('payment.form'), profile.form],
              [t('payment.formUntil'), profile.form_expires_on && calendarDay(profile.form_expires_on)],
            ]}
          />
          {profile.form && <FormFile profile={profile} changed={changed} canSend={!manager} />}
        </Stack>
      )}
      {manager && <p>{t('payment.ownerAlone')}</p>}
      {isOpen && <TaxDialog profile={profile} close={() => setOpen(false)} changed={changed} />}
    </Card>
  );
}

interface FormFileProps {
  profile: TaxProfile;
  changed: () => Promise<void>;
  canSend: boolean;
}

function FormFile({ profile, changed, canSend }: FormFileProps) {
  const { session } = useSession();
  const [busy, setBusy] = useState(false);
  const file = profile.form_file;
  const take = async () => {
    try {
      download(file?.name ?? '', await callForBlob(routes.ownTaxForm, {}, { session }));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  const send = async (chosen: File | null) => {
    if (!chosen) return;
    if (chosen.size > MAX_BILLING_FILE) return void toast.error(t('payment.fileTooLarge'));
    setBusy(true);
    try {
      const [body] = await readAttached([chosen]);
      if (body) await call(routes.sendOwnTaxForm, { body }, { session });
      toast.success(t('payment.formSent'));
      await changed();
    } catch (error) {
      toast.error(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group gap="sm">
      {file && (
        <Anchor component="button" type="button" onClick={() => void take()}>
          {file.name}
        </Anchor>
      )}
      {canSend && (
        <FileButton onChange={(chosen) => void send(chosen)} accept="application/pdf,image/png,image/jpeg">
          {(props) => (
            <Button
              {...props}
              variant={file ? 'default' : 'filled'}
              disabled={busy}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {file ? t('payment.replaceForm') : t('payment.sendForm', { form: profile.form ?? '' })}
            </Button>
          )}
        </FileButton>
      )}
      <small>{t('payment.fileHint')}</small>
    </Group>
  );
}
