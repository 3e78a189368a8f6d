// Create Offer: the long form, or the same step by step, over one state.
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hiddenChangeRefusal } from '@tributary/contract/accounts/hidden';
import type { OfferDefaults } from '@tributary/contract/offers/offer-form';
import { offerMessages } from '@tributary/contract/offers/offer-terms';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { settingsRoutes } from '@tributary/contract/settings';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { boot } from '../../kit/boot.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { KeptWorkAlert } from '../../kit/form/kept-work-alert.tsx';
import { useKeptWork } from '../../kit/form/use-kept-work.ts';
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts';
import { plainSentences, sentenceFor } from '../../kit/language/sentence-for.ts';
import { useTitle } from '../../kit/pages/use-title.ts';
import { settingsKey } from '../../kit/settings/settings-query.ts';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconLayoutList, IconWand } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/admin.ts';
import { saidByServer } from '../../words/said.ts';
import { emptyDraft } from './form/draft.ts';
import { useFocusOnFault } from './form/focus-fault.ts';
import { OfferFormContext } from './form/form-context.ts';
import { LongForm } from './form/long-form.tsx';
import classes from './form/offer-form.module.css';
import { OfferSummary } from './form/offer-summary.tsx';
import { useOnlyAdvertiser } from './form/parts/advertiser-select.tsx';
import { SaveBar } from './form/save-bar.tsx';
import { useOfferForm } from './form/use-offer-form.ts';
import { bodyOf } from './form/wire.ts';
import { Wizard } from './form/wizard.tsx';
import { offerPath } from './offer-path.ts';
import { OFFER_TOAST_MS } from './offer-toast.ts';

const NEW_UI_KEY = 'offerWizard';
const sentences = { ...plainSentences(), network: offerMessages.failed, failed: offerMessages.failed };

/** an offer begins as its workspace has it; a role that may not read that gets the same from the server, where a field stays empty */
function useWorkspaceDefaults(isUntouched: boolean, begin: (defaults: OfferDefaults) => void): void {
  const { session } = useSession();
  const mayRead = useMay()(settingsRoutes.settings);
  const answer = useQuery({
    enabled: mayRead,
    queryKey: settingsKey(session, 'tracking'),
    queryFn: ({ signal }) => call(settingsRoutes.settings, { params: { section: 'tracking' } }, { session, signal }),
  });
  const read = answer.data?.section === 'tracking' ? answer.data.value : null;
  const isTaken = useRef(false);
  useEffect(() => {
    if (!read || isTaken.current || !isUntouched) return;
    isTaken.current = true;
    const { fallback_url: _ofTheWorkspace, ...defaults } = read;
    begin(defaults);
  });
}

export default function CreateOffer() {
  const isOpen = useMay()(offerRoutes.createOffer);
  useTitle(t('common.createOffer'));
  if (isOpen) return <NewOffer />;
  // an offer has a revenue, and whoever does not see it cannot say what it is
  return (
    <>
      <PageHeader title={t('common.createOffer')} />
      <EmptyState title={t('offers.notYoursToCreate')} text={saidByServer(hiddenChangeRefusal('revenue'))} />
    </>
  );
}

function NewOffer() {
  const { session, user } = useSession();
  const navigate = useNavigate();
  const only = useOnlyAdvertiser();
  const { form, base, changed, check, begin, rebase } = useOfferForm('create', () => emptyDraft(new Date()), only);
  useWorkspaceDefaults(changed.length === 0, begin);
  const isOpen = only !== null && form.draft.advertiser_id === '';
  useEffect(() => {
    if (isOpen) begin({ advertiser_id: only.value });
  });
  const [stepwise, setStepwise] = useState(() => localStorage.getItem(NEW_UI_KEY) === 'yes');
  const [busy, setBusy] = useState(false);
  const saved = useRef(false);
  const pane = useRef<HTMLDivElement>(null);
  useFocusOnFault(pane, form.fault);
  const unsaved = changed.length > 0;
  useLeaveGuard(
    useCallback(() => unsaved && !saved.current, [unsaved]),
    t('offers.whatYouChangedOnThis'),
  );
  const kept = useKeptWork({ place: 'new-offer' }, unsaved, () => ({
    fields: Object.fromEntries(changed.map((name) => [name, form.draft[name]])),
    lists: {},
  }));
  const bringBack = () => {
    if (kept) form.patch(kept.work.fields);
    kept?.forget();
  };

  const create = async () => {
    const complaint = check();
    if (complaint) return toast.error(complaint.sentence, OFFER_TOAST_MS);
    setBusy(true);
    try {
      const body = { ...bodyOf(form.draft), admin_id: user.id };
      const { id } = await call(offerRoutes.createOffer, { body }, { session });
      saved.current = true;
      toast.success(offerMessages.created, OFFER_TOAST_MS);
      await navigate(offerPath(id));
    } catch (error) {
      toast.error(sentenceFor(error, sentences), OFFER_TOAST_MS);
      setBusy(false);
    }
  };
  const switchUi = () => {
    localStorage.setItem(NEW_UI_KEY, stepwise ? 'no' : 'yes');
    setStepwise(!stepwise);
  };

  return (
    <OfferFormContext value={form}>
      <div className={classes.page}>
        <PageHeader
          title={t('common.createOffer')}
          note={t('offers.aCampaignOfOneOf')}
          actions={
            <Button
              variant="default"
              leftSection={stepwise ? <IconLayoutList size={16} aria-hidden /> : <IconWand size={16} aria-hidden />}
              onClick={switchUi}
              aria-pressed={stepwise}
            >
              {t('offers.switchNewUi')}
            </Button>
          }
        />
        {kept && <KeptWorkAlert at={kept.work.at} bringBack={bringBack} forget={kept.forget} />}
        <div className={classes.layout} ref={pane}>
          <div className={classes.main}>{stepwise ? <Wizard /> : <LongForm />}</div>
          <aside className={classes.aside} aria-label={t('offers.summary')}>
            <OfferSummary />
          </aside>
        </div>
        <SaveBar
          changes={changed.length}
          label={t('offers.create')}
          busyLabel={t('common.creating')}
          busy={busy}
          save={() => void create()}
          discard={() => rebase(base)}
          help={
            <>
              {t('offers.needHelp')} <Anchor href={`${boot().mainOrigin}/contact`}>{t('offers.contactSupport')}</Anchor>
            </>
          }
        />
      </div>
    </OfferFormContext>
  );
}
