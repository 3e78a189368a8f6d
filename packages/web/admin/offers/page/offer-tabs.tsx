// The tabs of an offer, under one save bar: what is typed on one is kept while another is looked at, and its tab says so.
import { Tabs, VisuallyHidden } from '@mantine/core';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { KeptWorkAlert } from '../../../kit/form/kept-work-alert.tsx';
import { SavedBy, Writing } from '../../../kit/form/read-only.tsx';
import { useTitle } from '../../../kit/pages/use-title.ts';
import { t } from '../../../words/admin.ts';
import { useFocusOnFault } from '../form/focus-fault.ts';
import { OfferFormContext } from '../form/form-context.ts';
import { LongForm } from '../form/long-form.tsx';
import classes from '../form/offer-form.module.css';
import { OfferParts } from '../form/offer-part.tsx';
import { OfferSummary } from '../form/offer-summary.tsx';
import { GoalRows } from '../form/parts/goal-rows.tsx';
import { LandingPageRows } from '../form/parts/landing-page-rows.tsx';
import { SaveBar } from '../form/save-bar.tsx';
import type { OfferRecord } from '../form/wire.ts';
import { CapsTab } from './caps-tab.tsx';
import { ConflictAlert } from './conflict-alert.tsx';
import { CreativesTab } from './creatives-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { KpiTargets } from './kpi-targets.tsx';
import { OfferHeader } from './offer-header.tsx';
import { PayoutRulesTab } from './payout-rules-tab.tsx';
import { PublishersTab } from './publishers-tab.tsx';
import { type TabName, tabOfField, tabs } from './tab-names.ts';
import { TargetsTab } from './targets-tab.tsx';
import { TermsTab } from './terms-tab.tsx';
import { useEditOffer } from './use-edit-offer.ts';
import { useOfferLists } from './use-offer-lists.ts';

export interface OfferTabProps {
  offer: OfferRecord;
  reload: () => Promise<OfferRecord | undefined>;
}

/** nothing is edited here that the bar would save */
const withoutBar: readonly TabName[] = ['publishers', 'terms', 'history'];

export function OfferTabs({ offer, reload }: OfferTabProps) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const tab = tabs.find(([name]) => name === asked)?.[0] ?? 'general';
  const lists = useOfferLists(offer);
  const edit = useEditOffer(offer, lists.all, reload);
  const changedTabs = new Set([
    ...edit.changed.map(tabOfField),
    ...lists.all.filter(({ changes }) => changes > 0).map((list) => list.tab),
  ]);
  const refresh = async () => {
    const record = await reload();
    if (record) edit.adopt(record);
    return record;
  };
  const pane = useRef<HTMLDivElement>(null);
  useTitle(edit.form.draft.offer_name || t('common.offer'));
  useFocusOnFault(pane, edit.fault, tab);
  const head = useRef<HTMLDivElement>(null);
  // where the tabs do not fit, the chosen one is brought into sight
  useEffect(() => {
    head.current?.querySelector(`[data-tab="${tab}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab]);
  const show = (name: string | null) =>
    setSearch(name && name !== 'general' ? { tab: name } : {}, { replace: false, preventScrollReset: true });
  // a complaint is shown where it can be mended
  const save = async () => {
    const wanted = await edit.save();
    if (wanted) show(wanted);
  };
  return (
    <SavedBy route={offerRoutes.saveOffer}>
      <OfferFormContext value={edit.form}>
        <div className={classes.page}>
          <OfferHeader offer={offer} reload={refresh} />
          <Writing>
            {edit.kept && (
              <KeptWorkAlert at={edit.kept.work.at} bringBack={edit.kept.bringBack} forget={edit.kept.forget} />
            )}
          </Writing>
          {edit.theirs && <ConflictAlert edit={edit} theirs={edit.theirs} />}
          <Tabs value={tab} onChange={show} keepMounted={false}>
            <Tabs.List className={classes.tabs} ref={head}>
              {tabs.map(([name, label]) => (
                <Tabs.Tab key={name} value={name} data-tab={name}>
                  {label}
                  {changedTabs.has(name) && (
                    <span className={classes.changed} title={t('offers.unsavedChanges2')}>
                      <VisuallyHidden>{t('offers.unsavedChanges3')}</VisuallyHidden>
                    </span>
                  )}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <div ref={pane} className={classes.panel}>
              <Tabs.Panel value="general">
                <div className={classes.layout}>
                  <div className={classes.main}>
                    <SavedBy route={offerRoutes.editOffer}>
                      <LongForm />
                    </SavedBy>
                  </div>
                  <aside className={classes.aside} aria-label={t('offers.summary')}>
                    <SavedBy route={offerRoutes.editOffer}>
                      <OfferSummary />
                    </SavedBy>
                  </aside>
                </div>
              </Tabs.Panel>
              <Tabs.Panel value="goals">
                <div className={classes.main}>
                  <div className={classes.card} data-field="goals">
                    <SavedBy route={offerRoutes.editOffer}>
                      <GoalRows />
                    </SavedBy>
                  </div>
                  <KpiTargets offer={offer} list={lists.kpiTargets} />
                </div>
              </Tabs.Panel>
              <Tabs.Panel value="payout-rules">
                <PayoutRulesTab offer={offer} list={lists.rules} />
              </Tabs.Panel>
              <Tabs.Panel value="caps">
                <CapsTab list={lists.caps} />
              </Tabs.Panel>
              <Tabs.Panel value="targeting">
                <TargetsTab list={lists.targets} />
              </Tabs.Panel>
              <Tabs.Panel value="landing-pages">
                <div className={classes.card} data-field="landing_pages">
                  <SavedBy route={offerRoutes.editOffer}>
                    <LandingPageRows />
                  </SavedBy>
                </div>
              </Tabs.Panel>
              <Tabs.Panel value="creatives">
                <CreativesTab list={lists.creatives} />
              </Tabs.Panel>
              <Tabs.Panel value="publishers">
                <PublishersTab offer={offer} reload={refresh} />
              </Tabs.Panel>
              <Tabs.Panel value="fallback">
                <div className={classes.card}>
                  <OfferParts parts={fallbackParts} />
                </div>
              </Tabs.Panel>
              <Tabs.Panel value="terms">
                <TermsTab offer={offer} />
              </Tabs.Panel>
              <Tabs.Panel value="history">
                <HistoryTab offer={offer} />
              </Tabs.Panel>
            </div>
          </Tabs>
          <Writing>
            {(!withoutBar.includes(tab) || edit.changes > 0) && (
              <SaveBar
                changes={edit.changes}
                label={t('common.save')}
                busyLabel={t('common.saving')}
                busy={edit.busy}
                disabled={edit.changes === 0}
                save={() => void save()}
                discard={edit.discard}
              />
            )}
          </Writing>
        </div>
      </OfferFormContext>
    </SavedBy>
  );
}

const fallbackParts = [
  {
    kind: 'text',
    name: 'fallback_url',
    label: t('offers.fallbackUrl'),
    placeholder: 'https://',
    help: t('offers.whereClicksGoThatThis'),
  },
] as const;
