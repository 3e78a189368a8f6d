// Further landing pages a publisher may choose from.
import { Button, TextInput } from '@mantine/core';
import { RowList } from '../../../../kit/inputs/row-list.tsx';
import { t } from '../../../../words/admin.ts';
import { rowError } from '../check-draft.ts';
import { emptyLandingPage, type LandingPageDraft } from '../draft.ts';
import { useOffer } from '../form-context.ts';
import classes from '../offer-form.module.css';

export function LandingPageRows() {
  const { draft, set, fault } = useOffer();
  const change = (key: string, part: Partial<LandingPageDraft>) =>
    set(
      'landing_pages',
      draft.landing_pages.map((page) => (page.key === key ? { ...page, ...part } : page)),
    );
  return (
    <RowList
      label={t('offers.landingPages')}
      help={t('offers.besidesTheDefaultCampaignUrl')}
      error={fault?.field === 'landing_pages' && fault.row === undefined ? fault.sentence : undefined}
      columns={[t('offers.pageName'), t('offers.pageUrl')]}
      widths="minmax(120px, 1fr) minmax(0, 3fr)"
      rows={draft.landing_pages}
      cells={(page) => [
        <TextInput
          key="name"
          aria-label={t('offers.pageName')}
          placeholder={t('offers.springSale')}
          value={page.name}
          error={rowError(fault, 'landing_pages', draft.landing_pages.indexOf(page), 'name')}
          onChange={(event) => change(page.key, { name: event.currentTarget.value })}
        />,
        <TextInput
          key="url"
          aria-label={t('offers.pageUrl')}
          placeholder="https://advertiser.example/spring?cid={click_id}"
          classNames={{ input: classes.code }}
          value={page.url}
          error={rowError(fault, 'landing_pages', draft.landing_pages.indexOf(page), 'url')}
          onChange={(event) => change(page.key, { url: event.currentTarget.value })}
        />,
      ]}
      nameOf={(page) => page.name || t('offers.landingPage')}
      remove={(key) =>
        set(
          'landing_pages',
          draft.landing_pages.filter((page) => page.key !== key),
        )
      }
      add={
        <Button
          size="xs"
          variant="default"
          onClick={() => set('landing_pages', [...draft.landing_pages, emptyLandingPage()])}
        >
          {t('offers.addLandingPage')}
        </Button>
      }
      empty={t('offers.onlyTheDefaultCampaignUrl')}
    />
  );
}
