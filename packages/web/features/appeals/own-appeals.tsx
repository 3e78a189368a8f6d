// A partner's own appeals: what it disagrees with, the thread, and what was decided. One screen for both portals.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { APPEAL_DAYS, appealRoutes, type OwnAppeal, ownAppealList } from '@tributary/contract/billing/appeals';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, callForBlob } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { LoadedRecord } from '../../kit/log-page/details.tsx';
import { type PageTab, PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { type DetailsProps, type DialogProps, type RowAction, resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { dateTime, shortDate } from '../../ui/format.ts';
import { IconArrowBackUp, IconEye, IconHandStop } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { subjectPlace } from '../documents/own-places.ts';
import { Attach, readAttached } from './attach.tsx';
import { Thread, type Written } from './thread.tsx';
import { kindWords, stateTones, stateWords } from './words.ts';

const routesOf = {
  publisher: {
    all: appealRoutes.ownAppeals,
    file: appealRoutes.exportOwnAppeals,
    one: appealRoutes.ownAppeal,
    attached: appealRoutes.ownAppealFile,
    open: appealRoutes.openAppeal,
    write: appealRoutes.writeToOwnAppeal,
    withdraw: appealRoutes.withdrawAppeal,
  },
  advertiser: {
    all: appealRoutes.ownDisputes,
    file: appealRoutes.exportOwnDisputes,
    one: appealRoutes.ownDispute,
    attached: appealRoutes.ownDisputeFile,
    open: appealRoutes.openDispute,
    write: appealRoutes.writeToOwnDispute,
    withdraw: appealRoutes.withdrawDispute,
  },
} as const;
type Side = keyof typeof routesOf;

const appealsAt: Record<Side, string> = {
  publisher: '/publisher/reports/conversions/appeals',
  advertiser: '/advertiser/reports/conversion/disputes',
};
const LONGEST = 4_000;
const DAY = 86_400;
const titles = { publisher: t('appeals.appeals'), advertiser: t('appeals.disputes') } as const;
/** the same thing has another name on each side */
const wordsOf = {
  publisher: {
    count: (count: number) => t('appeals.count', { count }),
    withdrawAsk: t('appeals.withdrawAsk'),
    sent: t('appeals.sent'),
    texts: { loading: t('appeals.loading'), emptyTitle: t('appeals.none'), emptyText: t('appeals.noneText') },
  },
  advertiser: {
    count: (count: number) => t('appeals.disputesCount', { count }),
    withdrawAsk: t('appeals.withdrawDisputeAsk'),
    sent: t('appeals.disputeSent'),
    texts: {
      loading: t('appeals.loadingDisputes'),
      emptyTitle: t('appeals.noDisputes'),
      emptyText: t('appeals.noDisputesText'),
    },
  },
} as const;

/** `since`: when it was decided or issued, in seconds; later than so many days after nobody hears it */
export const mayAppeal = (since: number | null): boolean =>
  since !== null && Date.now() / 1000 - since <= APPEAL_DAYS * DAY;

/** on a row of what the partner disagrees with; its list declares `appealDialog` as its dialog `appeal` */
export const appealAction = <Row extends { id: string }>(side: Side, when: (row: Row) => boolean): RowAction<Row> => ({
  label: side === 'publisher' ? t('appeals.appealVerb') : t('appeals.disputeVerb'),
  calls: routesOf[side].open,
  icon: IconHandStop,
  when,
  run: (row, { open }) => open('appeal', row),
});

const asks = {
  publisher: { conversion: t('appeals.appealAsk'), document: t('appeals.appealDocumentAsk') },
  advertiser: { conversion: t('appeals.disputeAsk'), document: t('appeals.disputeInvoiceAsk') },
} as const;
interface AppealDialogOf<Row> {
  side: Side;
  kind: OwnAppeal['subject']['kind'];
  nameOf: (row: Row) => string;
}
export const appealDialog =
  <Row extends { id: string }>(of: AppealDialogOf<Row>) =>
  ({ row, close, tools }: DialogProps<Row>) =>
    row && (
      <OpenAppeal
        title={asks[of.side][of.kind]}
        about={of.nameOf(row)}
        side={of.side}
        subject={row.id}
        send={async (written) => {
          const body = { subject: { kind: of.kind, id: row.id }, ...written };
          await call(routesOf[of.side].open, { body }, { session: tools.session });
          close();
          toast.success(wordsOf[of.side].sent);
          await tools.reload();
        }}
        close={close}
      />
    );

const MOST_LOOKED_AT = 100;
/** the one that is open about it already; undefined: none is known */
function useOpenOne(side: Side, subject: string): string | undefined {
  const { session } = useSession();
  const { data } = useQuery({
    queryKey: [nameOf(side), 'open', session.token],
    queryFn: ({ signal }) =>
      call(routesOf[side].all, { query: { state: 'open', page_size: MOST_LOOKED_AT } }, { session, signal }),
  });
  return data?.rows.find((row) => row.subject.id === subject)?.id;
}

interface OpenAppealProps {
  title: string;
  about: string;
  side: Side;
  /** the id of what it is about */
  subject: string;
  send: (written: Written) => Promise<void>;
  close: () => void;
}
function OpenAppeal({ title, about, side, subject, send, close }: OpenAppealProps) {
  const openOne = useOpenOne(side, subject);
  const [text, setText] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setFault(null);
    try {
      await send({ text, files: await readAttached(files) });
    } catch (error) {
      setFault(sentenceFor(error));
      setBusy(false);
    }
  };
  if (openOne !== undefined) {
    return (
      <FormModal opened onClose={close} title={title} size={520}>
        <Stack gap="md">
          <Text>{t('appeals.isOpen')}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button component={Link} to={`${appealsAt[side]}?record=${openOne}`} onClick={close}>
              {t('appeals.seeIt')}
            </Button>
          </Group>
        </Stack>
      </FormModal>
    );
  }
  return (
    <FormModal opened onClose={close} title={title} size={520}>
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{about.slice(0, 1).toUpperCase() + about.slice(1)}</Text>
        <Text size="sm" c="dimmed">
          {t('appeals.askText')}
        </Text>
        {fault !== null && <FormMessage message={{ tone: 'error', text: fault }} />}
        <Textarea
          label={t('appeals.why')}
          withAsterisk
          autosize
          minRows={4}
          maxRows={12}
          maxLength={LONGEST}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Attach files={files} set={setFiles} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button disabled={busy || text.trim() === ''} onClick={() => void submit()}>
            {t('appeals.send')}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  );
}

function Details({ side, id, tools }: DetailsProps<OwnAppeal> & { side: Side }) {
  const routes = routesOf[side];
  return (
    <LoadedRecord of={[nameOf(side), id]} load={(context) => call(routes.one, { params: { id } }, context)}>
      {(appeal) => (
        <Thread
          appeal={appeal}
          write={(body, context) => call(routes.write, { params: { id }, body }, context)}
          file={(file, context) => callForBlob(routes.attached, { params: { id, file } }, context)}
          reload={tools.reload}
          place={({ kind, id }) => subjectPlace(side, { kind, id }) ?? ''}
        />
      )}
    </LoadedRecord>
  );
}
const detailsOf = {
  publisher: (props: DetailsProps<OwnAppeal>) => <Details side="publisher" {...props} />,
  advertiser: (props: DetailsProps<OwnAppeal>) => <Details side="advertiser" {...props} />,
} as const;
const nameOf = (side: Side): string => `own-appeals-${side}`;

export function ownAppeals(side: Side) {
  const routes = routesOf[side];
  return resource(ownAppealList, {
    name: nameOf(side),
    title: titles[side],
    countText: wordsOf[side].count,
    load: routes.all,
    file: routes.file,
    nameOf: (row) => `${row.subject.name}, ${dateTime(row.created_at)}`,
    searchPlaceholder: t('appeals.search'),
    defaultSort: '-created_at',
    columns: [
      { id: 'subject', title: t('appeals.about'), clip: true, fixed: true, opens: true },
      { id: 'kind', title: t('appeals.kind'), words: kindWords, hidden: true },
      { id: 'state', title: t('appeals.state'), words: stateWords, tones: stateTones },
      { id: 'amount', title: t('appeals.amount') },
      { id: 'reason', title: t('appeals.reason'), clip: true },
      { id: 'created_at', title: t('appeals.opened'), kind: 'text', value: (row) => shortDate(row.created_at) },
      { id: 'due_at', title: t('appeals.due'), kind: 'text', value: (row) => shortDate(row.due_at) },
      { id: 'decision', title: t('appeals.decision'), clip: true },
    ],
    filters: [
      {
        kind: 'choices',
        name: 'state',
        label: t('appeals.state'),
        options: Object.entries(stateWords).map(([value, label]) => ({ value, label })),
      },
    ],
    rowActions: [
      { label: t('appeals.look'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
      rowCall<OwnAppeal>({
        label: t('appeals.withdraw'),
        calls: routes.withdraw,
        icon: IconArrowBackUp,
        danger: true,
        when: (row) => row.state === 'open',
        ask: (row) => ({
          title: wordsOf[side].withdrawAsk,
          text: row.subject.name,
          confirm: t('appeals.withdraw'),
          danger: true,
        }),
        send: ({ id }, context) => call(routes.withdraw, { params: { id } }, context),
        done: t('appeals.withdrawn'),
      }),
    ],
    details: detailsOf[side],
    detailsTitle: titles[side],
    texts: wordsOf[side].texts,
  });
}

export const OwnAppealsPage = ({ side, list, tabs }: OwnAppealsPageProps) => (
  <ResourcePage list={list} intro={<PageTabs label={titles[side]} tabs={tabs} />} />
);
interface OwnAppealsPageProps {
  side: Side;
  list: ReturnType<typeof ownAppeals>;
  tabs: readonly PageTab[];
}
