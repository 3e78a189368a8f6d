// Makes a tracking link: campaign, page, creative, deep link and values; the whole link, its short form and a QR code
// come back together.
import { Button, Select, TextInput } from '@mantine/core';
import { offerRoutes } from '@tributary/contract/offers/offers';
import type { FormEvent } from 'react';
import { call } from '../../kit/api/api.ts';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import { IconLink } from '../../ui/icons.ts';
import { t } from '../../words/publisher.ts';
import classes from './campaigns.module.css';
import type { Campaign } from './campaigns.tsx';
import { LinkValues } from './link-values.tsx';
import { QrCode } from './qr-code.tsx';
import { DEFAULT_PAGE, type LinkDraft, type MadeLink, useLinkDraft } from './use-link-draft.ts';

export function LinkGenerator() {
  const { draft, change, campaign, link, fault, busy, make } = useLinkDraft();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void make();
  };
  return (
    <section className={classes.generator} aria-label={t('campaigns.linkGenerator')}>
      <form onSubmit={submit} className={classes.form}>
        <FormMessage message={fault ? { tone: 'error', text: fault } : null} />
        <LinkTarget draft={draft} change={change} campaign={campaign} />
        <LinkValues
          values={draft.values}
          set={(name, value) => change({ values: { ...draft.values, [name]: value } })}
        />
        <div>
          <Button type="submit" disabled={busy} leftSection={<IconLink size={16} aria-hidden />}>
            {busy ? t('campaigns.making') : t('campaigns.makeLink')}
          </Button>
        </div>
      </form>
      <Result link={link} />
    </section>
  );
}

const nameOf = ({ title, camp_id }: Campaign): string => `${title} (${camp_id})`;
const optionsOf = (rows: readonly { number: number; name: string }[] = []) =>
  rows.map(({ number, name }) => ({ value: String(number), label: name }));

interface LinkTargetProps {
  draft: LinkDraft;
  change: (part: Partial<LinkDraft>) => void;
  campaign: Campaign | null;
}

function LinkTarget({ draft, change, campaign }: LinkTargetProps) {
  const { values } = draft;
  const bare = campaign?.creatives.length === 0;
  return (
    <div className={classes.fields}>
      <RemoteSelect
        name="campaign"
        label={t('common.campaign')}
        required
        placeholder={t('campaigns.chooseACampaign')}
        value={draft.id}
        chosen={campaign ? { value: campaign.id, label: nameOf(campaign) } : null}
        onChange={(id) => change({ id, page: DEFAULT_PAGE, creative: '' })}
        of={['campaign']}
        load={async (q, context) => {
          const { rows } = await call(
            offerRoutes.campaigns,
            { query: { q, show: 'runnable', page_size: 50 } },
            context,
          );
          return rows.map((row) => ({ value: row.id, label: nameOf(row) }));
        }}
        nothing={t('campaigns.noCampaignYouMayRun')}
      />
      <Select
        label={t('campaigns.landingPage')}
        data={optionsOf(campaign?.landing_pages)}
        placeholder={t('campaigns.default')}
        disabled={!campaign}
        allowDeselect={false}
        value={draft.page}
        onChange={(page) => page && change({ page })}
      />
      <Select
        label={t('campaigns.creative')}
        data={optionsOf(campaign?.creatives)}
        placeholder={bare ? t('campaigns.thisCampaignHasNone') : t('campaigns.none')}
        disabled={!campaign || bare}
        clearable
        value={draft.creative || null}
        onChange={(creative) => change({ creative: creative ?? '' })}
      />
      <TextInput
        label={t('common.source')}
        placeholder="newsletter-42"
        maxLength={255}
        value={values.source ?? ''}
        onChange={(event) => change({ values: { ...values, source: event.currentTarget.value } })}
      />
      <TextInput
        className={classes.wide}
        label={t('campaigns.deepLink')}
        placeholder={
          campaign && !campaign.deep_links ? t('campaigns.thisCampaignAllowsNone') : 'https://shop.example/product/7'
        }
        disabled={!campaign?.deep_links}
        value={draft.deepLink}
        onChange={(event) => change({ deepLink: event.currentTarget.value })}
      />
    </div>
  );
}

function Result({ link }: { link: MadeLink | null }) {
  return (
    <div className={classes.result} aria-live="polite">
      {link ? (
        <>
          <div className={classes.lines}>
            <CopyLine label={t('campaigns.trackingLink')} text={link.url} />
            <CopyLine label={t('campaigns.shortLink')} text={link.short_url} />
          </div>
          <QrCode text={link.short_url} />
        </>
      ) : (
        <p className={classes.hint}>{t('campaigns.yourLinkItsShortForm')}</p>
      )}
    </div>
  );
}
