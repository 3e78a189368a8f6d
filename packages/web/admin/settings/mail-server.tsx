// The workspace's own mail server: how it is reached, how it goes, and the mails that could not be delivered.
import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MailServer, MailServerBody, mailServerRoutes } from '@tributary/contract/mail-server';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import type { Field } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Card } from '../../kit/settings/card.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { dateTime, relativeDate } from '../../ui/format.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { saidByServer } from '../../words/said.ts';
import classes from './sender.module.css';
import { TestMail } from './test-mail.tsx';

const usualPorts = ['587', '465', '2525', '25'];
const securities = [
  { value: 'starttls', label: t('sender.starttls') },
  { value: 'tls', label: t('sender.tls') },
];
const states: Record<MailServer['state'], { word: string; tone: Tone; text: string }> = {
  untried: { word: t('sender.untried'), tone: 'neutral', text: t('sender.untriedText') },
  ok: { word: t('sender.works'), tone: 'good', text: t('sender.worksText') },
  failing: { word: t('sender.failing'), tone: 'warn', text: t('sender.failingText') },
  'taken-over': { word: t('sender.takenOver'), tone: 'bad', text: t('sender.takenOverText') },
};

interface Draft {
  host: string;
  port: string;
  security: string;
  username: string;
  password: string;
}
/** a port is chosen from a list, the version is nobody's to type */
const Typed = MailServerBody.omit({ port: true, version: true });
const draftOf = (server: MailServer | null): Draft => ({
  host: server?.host ?? '',
  port: String(server?.port ?? 587),
  security: server?.security ?? 'starttls',
  username: server?.username ?? '',
  password: '',
});

export function OwnMailServer({ changed }: { changed: () => void }) {
  const { session } = useSession();
  const queries = useQueryClient();
  const key = ['mail-server', session.token];
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(mailServerRoutes.mailServer, {}, { session, signal }),
    refetchOnWindowFocus: false,
  });
  const reload = () => void queries.invalidateQueries({ queryKey: key });
  if (answer.isPending) return <Skeleton height={200} />;
  if (answer.isError) return <FailedToLoad error={answer.error} retry={() => answer.refetch()} />;
  const { server, failures } = answer.data;
  return (
    <>
      <Card title={t('sender.ownServer')} note={t('sender.ownServerNote')}>
        {server && <ServerState server={server} tried={reload} />}
        <ServerForm
          key={server?.version ?? 0}
          server={server}
          saved={(reply) => {
            queries.setQueryData(key, reply);
            changed();
          }}
        />
      </Card>
      {failures.length > 0 && (
        <Card title={t('sender.failures')} note={t('sender.failuresNote')}>
          <ul className={classes.failures}>
            {failures.map(({ id, title, error, at }) => (
              <li key={id}>
                <span>{title}</span>
                <span>
                  <time title={dateTime(at)}>{relativeDate(at)}</time> · {saidByServer(error)}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function ServerState({ server, tried }: { server: MailServer; tried: () => void }) {
  const { word, tone, text } = states[server.state];
  return (
    <div className={classes.records}>
      <div className={classes.state}>
        <StatusBadge status={word} tone={tone} />
        <span>{text}</span>
      </div>
      {server.last_error !== null && server.failing_since !== null && (
        <Alert color="yellow">
          {t('sender.failingSince', { at: dateTime(server.failing_since) })}{' '}
          <q className={classes.answer}>{saidByServer(server.last_error)}</q>
        </Alert>
      )}
      <TestMail via="own" tried={tried} />
    </div>
  );
}

interface ServerFormProps {
  server: MailServer | null;
  saved: (reply: unknown) => void;
}

function ServerForm({ server, saved }: ServerFormProps) {
  const { session } = useSession();
  const may = useMay();
  if (!may(mailServerRoutes.saveMailServer)) {
    return server ? null : <p className={classes.none}>{t('sender.noOwnServer')}</p>;
  }
  const initial = draftOf(server);
  const ports = [...new Set([...usualPorts, initial.port])].map((port) => ({ value: port, label: port }));
  const fields: readonly Field<Draft>[] = [
    { name: 'host', label: t('sender.host'), kind: 'text', required: true, placeholder: t('sender.hostExample') },
    { name: 'port', label: t('sender.port'), kind: 'select', required: true, half: true, options: ports },
    {
      name: 'security',
      label: t('sender.security'),
      kind: 'select',
      required: true,
      half: true,
      options: securities,
    },
    {
      name: 'username',
      label: t('sender.username'),
      kind: 'text',
      help: t('sender.usernameHelp'),
      half: true,
      autoComplete: 'off',
    },
    {
      name: 'password',
      label: t('sender.password'),
      kind: 'password',
      help: server?.username ? t('sender.passwordKept') : t('sender.passwordHelp'),
      half: true,
      autoComplete: 'new-password',
    },
  ];
  const bodyOf = (typed: Draft) => ({ ...typed, port: Number(typed.port), version: server?.version ?? 0 });
  const forget = async () => {
    const question = {
      title: t('sender.forgetTitle'),
      text: t('sender.forgetText'),
      confirm: t('sender.forget'),
      danger: true,
    };
    if (!(await confirmDialog(question))) return;
    try {
      saved(await call(mailServerRoutes.removeMailServer, {}, { session }));
      toast.success(t('sender.forgotten'));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  return (
    <SchemaForm
      form={{
        fields,
        initial,
        schema: Typed,
        submit: t('sender.saveServer'),
        busy: t('common.saving'),
      }}
      send={async (typed) => {
        saved(await call(mailServerRoutes.saveMailServer, { body: MailServerBody.parse(bodyOf(typed)) }, { session }));
        toast.success(t('sender.serverSaved'));
        return undefined;
      }}
      beside={
        server && (
          <Button variant="default" color="red" onClick={() => void forget()}>
            {t('sender.forget')}
          </Button>
        )
      }
    />
  );
}
