// Asking to run a campaign: how the traffic comes about, and the terms, accepted in the version that is shown.
import { Button, Checkbox, Group, Textarea } from '@mantine/core';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { type FormEvent, useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import type { DialogProps } from '../../kit/resource/declaration.ts';
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx';
import { t } from '../../words/publisher.ts';
import classes from './campaigns.module.css';
import type { Campaign } from './campaigns.tsx';

export function AskDialog({ row: campaign, close, tools }: DialogProps<Campaign>) {
  const [traffic, setTraffic] = useState('');
  const [accepted, setAccepted] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!campaign) return null;
  const asks = campaign.visibility === 'Ask to Permission';
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (campaign.require_terms && !accepted) return setFault(t('campaigns.pleaseAcceptTheTermsOf'));
    setBusy(true);
    try {
      const body = { traffic, accepted_terms_version: accepted ? campaign.terms_version : null };
      const { state } = await call(
        offerRoutes.askForCampaign,
        { params: { id: campaign.id }, body },
        { session: tools.session },
      );
      toast.success(state === 'allowed' ? t('campaigns.youMayRunThisCampaign') : t('campaigns.yourRequestIsSent'));
      close();
      await tools.reload();
    } catch (error) {
      setFault(sentenceFor(error));
      setBusy(false);
    }
  };
  return (
    <FormModal opened onClose={close} title={t('campaigns.askToRun', { title: campaign.title })} size={560}>
      <form onSubmit={ask} className={classes.form}>
        <FormMessage message={fault ? { tone: 'error', text: fault } : null} />
        {asks && (
          <Textarea
            label={t('campaigns.yourTraffic')}
            description={t('campaigns.whereYourVisitorsComeFrom')}
            autosize
            minRows={3}
            maxLength={2000}
            data-autofocus
            value={traffic}
            onChange={(event) => {
              setTraffic(event.currentTarget.value);
              setFault(null);
            }}
          />
        )}
        {campaign.terms && (
          <section className={classes.terms} aria-label={t('campaigns.terms')} tabIndex={-1}>
            <RichTextView html={campaign.terms} />
          </section>
        )}
        {campaign.require_terms && (
          <Checkbox
            label={t('campaigns.iAcceptTheTermsOf', { termsVersion: campaign.terms_version })}
            checked={accepted}
            onChange={(event) => {
              setAccepted(event.currentTarget.checked);
              setFault(null);
            }}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('campaigns.cancel')}
          </Button>
          <Button type="submit" disabled={busy}>
            {busy ? t('campaigns.sending') : asks ? t('campaigns.sendRequest') : t('campaigns.acceptAndRun')}
          </Button>
        </Group>
      </form>
    </FormModal>
  );
}
