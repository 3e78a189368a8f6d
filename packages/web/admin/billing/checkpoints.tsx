// Proof: every signed checkpoint of the ledger, and the keys that they are signed with.
import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Checkpoint, checkpointLog, KEYS_PATH, proofRoutes, VERIFY_PATH } from '@tributary/contract/trust/proof';
import type { ReactNode } from 'react';
import { call } from '../../kit/api/api.ts';
import { queryClient } from '../../kit/api/query-client.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Facts } from '../../kit/log-page/details.tsx';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { shortDate } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { billingTabs } from './tabs.ts';

const NAME = 'checkpoints';
const causeWords = {
  hourly: t('proof.hourly'),
  close: t('proof.atClose'),
  key: t('proof.newKey'),
  asked: t('proof.asked'),
} as const satisfies Record<Checkpoint['cause'], string>;

const checkpoints = log(checkpointLog, {
  name: NAME,
  title: t('proof.checkpoints'),
  purpose: t('proof.checkpointsPurpose'),
  load: proofRoutes.checkpoints,
  file: proofRoutes.exportCheckpoints,
  columns: [
    { id: 'at', title: t('common.time'), fixed: true },
    { id: 'size', title: t('proof.entries') },
    { id: 'cause', title: t('proof.cause'), words: causeWords },
    { id: 'key_version', title: t('proof.key') },
    { id: 'root', title: t('proof.root'), clip: true },
    { id: 'head', title: t('proof.head'), clip: true, hidden: true },
    { id: 'note', title: t('proof.note'), clip: true, hidden: true },
  ],
  nameOf: (row) => t('proof.checkpointOver', { size: row.size }),
  filters: [
    {
      kind: 'some',
      name: 'cause',
      label: t('proof.cause'),
      options: Object.entries(causeWords).map(([value, label]) => ({ value, label })),
    },
  ],
  hasPeriod: true,
  empty: { title: t('proof.none'), text: t('proof.noneText') },
  nothingFound: t('proof.noneFits'),
});

function Keys() {
  const { session } = useSession();
  const may = useMay();
  const answer = useQuery({
    queryKey: [NAME, 'keys', session.token],
    queryFn: ({ signal }) => call(proofRoutes.proofKeys, {}, { session, signal }),
  });
  const attempt = async (send: () => Promise<unknown>, done: string) => {
    try {
      await send();
      toast.success(done);
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await queryClient.invalidateQueries({ queryKey: [NAME] });
  };
  const rotate = async () => {
    const ask = { title: t('proof.rotateAsk'), text: t('proof.rotateText'), confirm: t('proof.rotate') };
    if (await confirmDialog(ask))
      await attempt(() => call(proofRoutes.rotateProofKey, {}, { session }), t('proof.rotated'));
  };
  const keys = answer.data?.rows ?? [];
  return (
    <Alert variant="default" mb="md" title={t('proof.keys')}>
      {keys.length === 0 ? (
        t('proof.noKeys')
      ) : (
        <Facts
          facts={keys.map(({ version, id, made_at, retired_at }): [string, ReactNode] => [
            t('proof.keyNumber', { version, id }),
            retired_at === null
              ? t('proof.inUseSince', { day: shortDate(made_at) })
              : t('proof.usedFromTo', { from: shortDate(made_at), to: shortDate(retired_at) }),
          ])}
        />
      )}
      <Group mt="sm" gap="sm">
        {may(proofRoutes.writeCheckpoint) && (
          <Button
            variant="default"
            onClick={() => void attempt(() => call(proofRoutes.writeCheckpoint, {}, { session }), t('proof.queued'))}
          >
            {t('proof.writeNow')}
          </Button>
        )}
        {keys.length > 0 && may(proofRoutes.rotateProofKey) && (
          <Button variant="default" onClick={() => void rotate()}>
            {t('proof.rotate')}
          </Button>
        )}
        <a href={KEYS_PATH} target="_blank" rel="noreferrer">
          {t('proof.publishedKeys')}
        </a>
        <a href={VERIFY_PATH} target="_blank" rel="noreferrer">
          {t('proof.checkOne')}
        </a>
      </Group>
    </Alert>
  );
}

export default function Checkpoints() {
  return (
    <LogPage
      log={checkpoints}
      intro={
        <>
          <PageTabs label={t('menu.billing')} tabs={billingTabs} />
          <Keys />
        </>
      }
    />
  );
}
