// Settings › General › Domains: a domain of one's own for the portal and for tracking links, with the records to set, what the name
// servers say of each, and what to do where that is not the same.
import { Button, Select, Skeleton, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RouteSpec } from '@tributary/contract/route';
import { type Domain, type DomainKind, domainRoutes } from '@tributary/contract/settings/domains';
import { type FormEvent, useState } from 'react';
import { call } from '../../../kit/api/api.ts';
import { confirmDialog } from '../../../kit/dialogs/dialogs.tsx';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../../kit/form/form-message.tsx';
import { sentenceFor } from '../../../kit/language/sentence-for.ts';
import { PageTabs } from '../../../kit/log-page/page-tabs.tsx';
import { useTitle } from '../../../kit/pages/use-title.ts';
import { Card, Cards } from '../../../kit/settings/card.tsx';
import { FailedToLoad } from '../../../kit/shell/loading.tsx';
import { useMay } from '../../../kit/shell/permissions.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconWorld } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { t } from '../../../words/admin.ts';
import { generalTabs } from '../tabs.ts';
import { DomainCard } from './domain-card.tsx';
import classes from './domains.module.css';

export default function Domains() {
  const { session } = useSession();
  const queries = useQueryClient();
  const may = useMay();
  useTitle(t('domains.title'));
  const key = ['domains', session.token];
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(domainRoutes.domains, {}, { session, signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const verb =
    (route: RouteSpec & (typeof domainRoutes)['checkDomain' | 'defaultDomain' | 'removeDomain']) =>
    async (domain: Domain) => {
      try {
        await call(route, { params: { id: domain.id } }, { session });
      } catch (error) {
        toast.error(sentenceFor(error));
      }
      await refresh();
    };
  const remove = async (domain: Domain) => {
    const yes = await confirmDialog({
      title: t('domains.removeTitle', { host: domain.shown }),
      text: domain.kind === 'portal' ? t('domains.removePortal') : t('domains.removeTracking'),
      confirm: t('domains.remove'),
      danger: true,
    });
    if (yes) await verb(domainRoutes.removeDomain)(domain);
  };
  return (
    <>
      <PageHeader title={t('domains.title')} note={t('domains.purpose')} />
      <PageTabs label={t('common.general')} tabs={generalTabs} />
      <Cards>
        {may(domainRoutes.addDomain) && <AddDomain added={refresh} />}
        {answer.isPending && <Skeleton height={220} />}
        {answer.isError && !answer.data && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
        {answer.data?.rows.length === 0 && (
          <EmptyState icon={<IconWorld size={22} aria-hidden />} title={t('domains.none')} />
        )}
        {answer.data?.rows.map((domain) => (
          <DomainCard
            key={domain.id}
            domain={domain}
            mayWrite={may(domainRoutes.removeDomain)}
            check={() => verb(domainRoutes.checkDomain)(domain)}
            makeDefault={() => verb(domainRoutes.defaultDomain)(domain)}
            remove={() => remove(domain)}
          />
        ))}
      </Cards>
    </>
  );
}

function AddDomain({ added }: { added: () => Promise<unknown> }) {
  const { session } = useSession();
  const [host, setHost] = useState('');
  const [kind, setKind] = useState<DomainKind>('portal');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      await call(domainRoutes.addDomain, { body: { host, kind } }, { session });
      setHost('');
      await added();
    } catch (error) {
      setProblem(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={t('domains.add')} note={t('domains.addText')}>
      <form onSubmit={add}>
        <FormMessage message={problem ? { tone: 'error', text: problem } : null} />
        <div className={classes.add}>
          <TextInput
            label={t('domains.host')}
            placeholder={t('domains.example')}
            name="host"
            value={host}
            onChange={(event) => setHost(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          <Select
            label={t('domains.kind')}
            value={kind}
            onChange={(chosen) => setKind(chosen === 'tracking' ? 'tracking' : 'portal')}
            allowDeselect={false}
            data={[
              { value: 'portal', label: t('domains.portal') },
              { value: 'tracking', label: t('domains.tracking') },
            ]}
          />
          <Button type="submit" disabled={busy || host.trim() === ''}>
            {t('domains.addButton')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
