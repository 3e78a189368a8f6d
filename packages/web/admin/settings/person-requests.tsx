// A person's data, for the owner: gathered as a file, or counted, confirmed with a word that is typed, and deleted for good.
import { Button, Progress, Select, Skeleton, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ERASURE_WORD,
  PERSON_FILE_DAYS,
  type PersonRequest,
  PersonRequestBody,
  personRequestRoutes,
  personSubjects,
} from '@tributary/contract/settings/person-requests';
import { type FormEvent, useState } from 'react';
import { call, callForBlob } from '../../kit/api/api.ts';
import { download } from '../../kit/api/download.ts';
import { reasonDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Card } from '../../kit/settings/card.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { byteSize, count, dateTime } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { saidByServer } from '../../words/said.ts';
import classes from './person-requests.module.css';

type Subject = (typeof personSubjects)[number];
const subjectWords: Readonly<Record<Subject, string>> = {
  account: t('persons.account'),
  click_id: t('persons.clickId'),
  ip: t('persons.ip'),
  device_id: t('persons.device'),
  email: t('persons.email'),
};
const stateWords: Readonly<Record<PersonRequest['state'], string>> = {
  waiting: t('persons.waiting'),
  running: t('persons.running'),
  found: t('persons.found'),
  ready: t('persons.ready'),
  done: t('persons.done'),
  failed: t('persons.failed'),
  withdrawn: t('persons.withdrawn'),
  expired: t('persons.expired'),
};
const tones = { found: 'warn', ready: 'good', done: 'good', failed: 'bad' } as const;
const toneOf = (state: PersonRequest['state']) =>
  state === 'found' || state === 'ready' || state === 'done' || state === 'failed' ? tones[state] : 'neutral';

/** what was found, by what people call it; a table that has no word yet is called by its own */
const countWords: Readonly<Record<string, string>> = {
  clicks: t('persons.clicks'),
  impressions: t('persons.impressions'),
  receipts: t('persons.receipts'),
  conversions: t('persons.conversions'),
  account: t('persons.accountRow'),
  sessions: t('persons.sessions'),
  access_log: t('persons.accesses'),
  mails: t('persons.mails'),
  changes: t('persons.changes'),
  account_notes: t('persons.notes'),
  api_keys: t('persons.keys'),
  passkeys: t('persons.passkeys'),
  known_devices: t('persons.knownDevices'),
  company_details: t('persons.company'),
  terms_acceptances: t('persons.acceptances'),
};
const countsText = ({ counts }: PersonRequest): string =>
  Object.entries(counts)
    .filter(([, many]) => many > 0)
    .map(([name, many]) => `${countWords[name] ?? name}: ${count(many)}`)
    .join(' · ') || t('persons.nothing');

const holdsSomething = ({ counts }: PersonRequest): boolean => Object.values(counts).some((many) => many > 0);
const inWork = ({ state }: PersonRequest): boolean => state === 'waiting' || state === 'running';

export function PersonRequests() {
  const { session } = useSession();
  const queries = useQueryClient();
  const key = ['person-requests', session.token];
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(personRequestRoutes.personRequests, {}, { session, signal }),
    refetchInterval: ({ state }) => (state.data?.rows.some(inWork) ? 1_500 : false),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  return (
    <Card title={t('persons.title')} note={t('persons.text')}>
      <AskForPerson asked={refresh} />
      {answer.isPending && <Skeleton height={80} mt="md" />}
      {answer.isError && !answer.data && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      <ul className={classes.requests}>
        {answer.data?.rows.map((request) => (
          <Request key={request.id} request={request} refresh={refresh} />
        ))}
      </ul>
    </Card>
  );
}

function AskForPerson({ asked }: { asked: () => Promise<unknown> }) {
  const { session } = useSession();
  const [subject, setSubject] = useState<Subject>('account');
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const ask = async (kind: 'export' | 'erasure') => {
    setProblem('');
    const read = PersonRequestBody.safeParse(
      subject === 'account' ? { kind, subject, email: value } : { kind, subject, value },
    );
    if (!read.success) return setProblem(saidByServer(read.error.issues[0]?.message ?? ''));
    setBusy(true);
    try {
      await call(personRequestRoutes.askForPerson, { body: read.data }, { session });
      setValue('');
      await asked();
    } catch (error) {
      setProblem(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask('export');
  };
  return (
    <form onSubmit={submit} noValidate>
      <FormMessage message={problem ? { tone: 'error', text: problem } : null} />
      <div className={classes.ask}>
        <Select
          label={t('persons.knownBy')}
          value={subject}
          onChange={(chosen) => setSubject(personSubjects.find((one) => one === chosen) ?? 'account')}
          data={personSubjects.map((one) => ({ value: one, label: subjectWords[one] }))}
          allowDeselect={false}
        />
        <TextInput
          label={subject === 'account' ? t('persons.emailOfAccount') : t('persons.value')}
          name="person"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div className={classes.verbs}>
        <Button type="submit" variant="default" loading={busy}>
          {t('persons.export')}
        </Button>
        <Button color="red" variant="light" disabled={busy} onClick={() => void ask('erasure')}>
          {t('persons.erase')}
        </Button>
      </div>
    </form>
  );
}

function Request({ request, refresh }: { request: PersonRequest; refresh: () => Promise<unknown> }) {
  const { session } = useSession();
  const params = { id: request.id };
  const name = request.account ? `${request.account.name} (${request.account.number})` : subjectWords[request.subject];
  const kind = request.kind === 'export' ? t('persons.fileOf', { name }) : t('persons.erasureOf', { name });
  const run = async (work: () => Promise<unknown>): Promise<string | null> => {
    try {
      await work();
    } catch (error) {
      return sentenceFor(error);
    } finally {
      await refresh();
    }
    return null;
  };
  const say = async (work: () => Promise<unknown>) => {
    const problem = await run(work);
    if (problem) toast.error(problem);
  };
  const take = () =>
    say(async () =>
      download(`${name}.json`, await callForBlob(personRequestRoutes.personFile, { params }, { session })),
    );
  const confirm = () =>
    reasonDialog(
      {
        title: t('persons.confirmTitle', { name }),
        text: `${countsText(request)}. ${t('persons.confirmText', { word: ERASURE_WORD })}`,
        confirm: t('persons.eraseForGood'),
        danger: true,
      },
      { label: t('persons.typeWord', { word: ERASURE_WORD }), maxLength: 20, usual: [] },
      async (word) => {
        if (word.trim() !== ERASURE_WORD) return t('persons.typeWord', { word: ERASURE_WORD });
        return run(() =>
          call(personRequestRoutes.confirmErasure, { params, body: { word: ERASURE_WORD } }, { session }),
        );
      },
    );
  const withdraw = () => say(() => call(personRequestRoutes.withdrawErasure, { params }, { session }));
  return (
    <li className={classes.request}>
      <div className={classes.what}>
        <strong>{kind}</strong>
        <StatusBadge status={stateWords[request.state]} tone={toneOf(request.state)} />
      </div>
      {inWork(request) && <Progress value={request.progress} size="sm" aria-label={kind} />}
      <p>
        {request.error
          ? saidByServer(request.error)
          : inWork(request)
            ? t('persons.looking')
            : `${countsText(request)}${request.bytes === null ? '' : ` · ${byteSize(request.bytes)}`}`}
      </p>
      <p>{t('persons.askedBy', { name: request.asked_by, at: dateTime(request.asked_at) })}</p>
      {request.state === 'ready' && (
        <div className={classes.verbs}>
          <Button size="xs" variant="default" onClick={() => void take()}>
            {t('persons.download', { days: PERSON_FILE_DAYS })}
          </Button>
        </div>
      )}
      {request.state === 'found' && (
        <div className={classes.verbs}>
          {holdsSomething(request) && (
            <Button size="xs" color="red" onClick={() => void confirm()}>
              {t('persons.eraseForGood')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => void withdraw()}>
            {t('persons.leaveIt')}
          </Button>
        </div>
      )}
    </li>
  );
}
