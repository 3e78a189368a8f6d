// Settings › Mail sender: the address that mails come from, and what its domain's records must say before they do.
import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MailRecord, mailSenderRoutes } from '@tributary/contract/mail-sender';
import { settingsRoutes } from '@tributary/contract/settings';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { Card, Cards } from '../../kit/settings/card.tsx';
import { SettingsPage, type SettingsScreen } from '../../kit/settings/settings-page.tsx';
import { settingsKey } from '../../kit/settings/settings-query.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { dateTime } from '../../ui/format.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import classes from './sender.module.css';
import { generalTabs } from './tabs.ts';

const screen: SettingsScreen = {
  title: t('sender.title'),
  purpose: t('sender.purpose'),
  sections: {
    sender: {
      title: t('sender.address'),
      text: t('sender.addressText'),
      settings: { address: { label: t('sender.address'), help: t('sender.addressHelp') } },
    },
  },
};

const kinds: Record<MailRecord['kind'], { title: string; help: string }> = {
  dkim: { title: t('sender.dkim'), help: t('sender.dkimHelp') },
  spf: { title: t('sender.spf'), help: t('sender.spfHelp') },
  dmarc: { title: t('sender.dmarc'), help: t('sender.dmarcHelp') },
};
const states: Record<MailRecord['state'], { word: string; tone: Tone; text: string }> = {
  ok: { word: t('sender.ok'), tone: 'good', text: t('sender.okText') },
  missing: { word: t('sender.missing'), tone: 'warn', text: t('sender.missingText') },
  wrong: { word: t('sender.wrong'), tone: 'bad', text: t('sender.wrongText') },
  unknown: { word: t('sender.unknown'), tone: 'neutral', text: t('sender.unknownText') },
};

const RecordView = ({ record }: { record: MailRecord }) => {
  const { title, help } = kinds[record.kind];
  const { word, tone, text } = states[record.state];
  return (
    <section className={classes.record} aria-label={title}>
      <Group gap="xs">
        <h3>{title}</h3>
        <StatusBadge status={word} tone={tone} />
      </Group>
      <p>
        {help} {text}
      </p>
      <CopyLine label={t('sender.recordName')} text={record.name} />
      <CopyLine label={t('sender.recordWanted')} text={record.wanted} />
      {record.state === 'wrong' &&
        record.found.map((found) => <CopyLine key={found} label={t('sender.recordFound')} text={found} />)}
    </section>
  );
};

function Domain() {
  const { session } = useSession();
  const queries = useQueryClient();
  const mayCheck = useMay()(mailSenderRoutes.checkMailSender);
  const [busy, setBusy] = useState(false);
  // another address, saved below, is another domain
  const saved = useQuery({
    queryKey: settingsKey(session, 'sender'),
    queryFn: ({ signal }) => call(settingsRoutes.settings, { params: { section: 'sender' } }, { session, signal }),
    refetchOnWindowFocus: false,
  });
  const key = ['mail-sender', session.token, saved.data?.version];
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(mailSenderRoutes.mailSender, {}, { session, signal }),
  });
  const check = async () => {
    setBusy(true);
    try {
      queries.setQueryData(key, await call(mailSenderRoutes.checkMailSender, {}, { session }));
    } catch (error) {
      toast.error(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  const sender = answer.data;
  return (
    <Cards>
      <Card
        title={t('sender.domain')}
        note={sender ? t('sender.fromNow', { from: sender.from }) : undefined}
        action={
          mayCheck && (
            <Button size="xs" variant="default" disabled={busy} onClick={() => void check()}>
              {busy ? t('sender.checking') : t('sender.check')}
            </Button>
          )
        }
      >
        {answer.isPending && <Skeleton height={120} />}
        {answer.isError && !sender && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
        {sender && (
          <div className={classes.records} role="status">
            {sender.domain === null ? (
              <p>{t('sender.none')}</p>
            ) : (
              <Alert color={sender.verified ? 'teal' : 'yellow'}>
                {sender.verified
                  ? t('sender.verified', { domain: sender.domain })
                  : sender.checked_at === null
                    ? t('sender.neverChecked', { domain: sender.domain })
                    : t('sender.notVerified', { domain: sender.domain })}
              </Alert>
            )}
            {sender.records.map((record) => (
              <RecordView key={record.kind} record={record} />
            ))}
            {sender.checked_at !== null && <p>{t('sender.checkedAt', { at: dateTime(sender.checked_at) })}</p>}
          </div>
        )}
      </Card>
    </Cards>
  );
}

export default function MailSenderSettings() {
  const intro = (
    <>
      <PageTabs label={t('common.settings')} tabs={generalTabs} />
      <Domain />
    </>
  );
  return <SettingsPage screen={screen} intro={intro} />;
}
