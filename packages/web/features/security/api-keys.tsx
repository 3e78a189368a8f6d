// The own API keys, the same on all three surfaces: make, roll, narrow, resume, revoke. A key is shown once.
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApiKey, apiKeyRoutes } from '@tributary/contract/accounts/api-keys';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Card } from '../../kit/settings/card.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { relativeDate, shortDate } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { KeyShown, NarrowKeyDialog, NewKeyDialog, ResumeKeyDialog } from './key-dialogs.tsx';
import classes from './security.module.css';

export const stateWords = (): Record<ApiKey['state'], string> => ({
  active: t('security.keyActive'),
  suspended: t('security.keySuspended'),
  rolled: t('security.keyRolled'),
  expired: t('security.keyExpired'),
});

export const apiKeysKey = 'api-keys';

export function ApiKeysCard() {
  const { session } = useSession();
  const queries = useQueryClient();
  const may = useMay();
  const key = [apiKeysKey, session.token];
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(apiKeyRoutes.apiKeys, {}, { session, signal }),
  });
  const [making, setMaking] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const [narrowing, setNarrowing] = useState<ApiKey | null>(null);
  const [resuming, setResuming] = useState<ApiKey | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const made = (text: string) => {
    setMaking(false);
    setShown(text);
    void refresh();
  };
  const act = async (attempt: Promise<unknown>, done: string) => {
    try {
      await attempt;
      toast.success(done);
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await refresh();
  };
  const roll = async ({ id, name }: ApiKey) => {
    const question = {
      title: t('security.rollKey', { name }),
      text: t('security.rollKeyText'),
      confirm: t('security.roll'),
    };
    if (!(await confirmDialog(question))) return;
    try {
      made((await call(apiKeyRoutes.rollApiKey, { params: { id } }, { session })).key);
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  const revoke = async ({ id, name }: ApiKey) => {
    const title = t('security.revokeKey', { name });
    const question = { title, text: t('security.revokeKeyText'), confirm: t('security.revoke'), danger: true };
    if (!(await confirmDialog(question))) return;
    await act(call(apiKeyRoutes.revokeApiKey, { params: { id } }, { session }), t('security.keyRevoked'));
  };
  const rows = answer.data?.rows ?? [];
  const mayMake = may(apiKeyRoutes.createApiKey);
  return (
    <Card
      title={t('security.apiKeys')}
      note={t('security.apiKeysNote')}
      action={
        mayMake && (
          <Button variant="default" onClick={() => setMaking(true)}>
            {t('security.makeKey')}
          </Button>
        )
      }
    >
      {answer.isPending && <Skeleton height={44} />}
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {answer.isSuccess && rows.length === 0 && <p className={classes.dim}>{t('security.noKeys')}</p>}
      {rows.map((row) => (
        <div key={row.id} className={classes.row}>
          <span className={classes.words}>
            <b>{row.name}</b> <code>{row.hint}</code>
            <span className={classes.dim}>{factsOf(row)}</span>
            <span className={classes.dim}>{row.scopes.join(', ')}</span>
            {row.networks.length > 0 && (
              <span className={classes.dim}>{t('security.keyOnlyFrom', { networks: row.networks.join(', ') })}</span>
            )}
          </span>
          {row.state === 'suspended' && mayMake && (
            <Button variant="subtle" color="gray" onClick={() => setResuming(row)}>
              {t('security.resume')}
            </Button>
          )}
          {row.state === 'active' && mayMake && (
            <Button variant="subtle" color="gray" onClick={() => void roll(row)}>
              {t('security.roll')}
            </Button>
          )}
          {row.state === 'active' && row.scopes.length > 1 && (
            <Button variant="subtle" color="gray" onClick={() => setNarrowing(row)}>
              {t('security.narrow')}
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            aria-label={t('security.revokeKey', { name: row.name })}
            onClick={() => void revoke(row)}
          >
            {t('security.revoke')}
          </Button>
        </div>
      ))}
      {making && <NewKeyDialog close={() => setMaking(false)} made={made} />}
      {shown !== null && <KeyShown text={shown} close={() => setShown(null)} />}
      {narrowing && (
        <NarrowKeyDialog
          of={narrowing}
          close={() => setNarrowing(null)}
          done={() => {
            setNarrowing(null);
            void refresh();
          }}
        />
      )}
      {resuming && (
        <ResumeKeyDialog
          of={resuming}
          close={() => setResuming(null)}
          done={() => {
            setResuming(null);
            void refresh();
          }}
        />
      )}
    </Card>
  );
}

function factsOf(row: ApiKey): string {
  const used =
    row.last_used_at === null
      ? t('security.neverUsed')
      : t('security.keyUsed', {
          when: relativeDate(row.last_used_at),
          ip: row.last_used_ip ?? '',
          calls: row.calls_24h,
        });
  const ends =
    row.expires_at === null ? t('security.keyNeverEnds') : t('security.keyEnds', { day: shortDate(row.expires_at) });
  return [stateWords()[row.state], t('security.keyMade', { day: shortDate(row.created_at) }), ends, used].join(' · ');
}
