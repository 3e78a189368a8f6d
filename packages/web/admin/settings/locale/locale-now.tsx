// What is to come, what is under way and what is missing, before the settings themselves.
import { Alert, Anchor, Button, Progress, Stack } from '@mantine/core';
import { localeRoutes } from '@tributary/contract/settings/locale';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/api/api.ts';
import { queryClient } from '../../../kit/api/query-client.ts';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../../kit/language/sentence-for.ts';
import { useMay } from '../../../kit/shell/permissions.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { calendarDay, count } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { Moment } from './moment.tsx';
import { LOCALE, useLocaleState } from './state.ts';

const Note = ({ title, children }: { title: string; children: ReactNode }) => (
  <Alert color="yellow" mb="md" title={title} styles={{ title: { color: 'inherit' } }} c="var(--text)">
    {children}
  </Alert>
);

export function LocaleNow() {
  const state = useLocaleState().data;
  if (!state) return null;
  const { time_zone: zone, currency, pending, rebuild, missing, sources_since: since } = state;
  return (
    <>
      {pending && (
        <Note title={t('locale.toCome')}>
          <Stack gap="xs" align="flex-start">
            <Moment at={pending.at} to={pending.time_zone} from={zone} />
            <Cancel />
          </Stack>
        </Note>
      )}
      {rebuild && (
        <Note title={t('locale.countedAnew')}>
          {t('locale.progress', { done: count(rebuild.done), days: count(rebuild.days), zone: rebuild.time_zone })}
          <Progress
            mt="xs"
            value={(100 * rebuild.done) / rebuild.days}
            aria-label={t('locale.countedAnew')}
            color="var(--mantine-primary-color-filled)"
          />
        </Note>
      )}
      {missing.length > 0 && (
        <Note title={t('locale.missingTitle')}>
          {missing.map((one) => (
            <div key={one.currency}>
              {t('locale.missingOf', {
                currency: one.currency,
                home: currency,
                count: one.conversions,
                day: calendarDay(one.from),
              })}
            </div>
          ))}
          <Anchor component={Link} to="/am/settings/rates">
            {t('locale.enterRates')}
          </Anchor>
        </Note>
      )}
      {since && <p>{t('locale.sourcesSince', { day: calendarDay(since) })}</p>}
    </>
  );
}

function Cancel() {
  const { session } = useSession();
  const may = useMay()(localeRoutes.cancelTimeZone);
  if (!may) return null;
  const cancel = async () => {
    try {
      await call(localeRoutes.cancelTimeZone, { body: {} }, { session });
      toast.success(t('locale.cancelled'));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await queryClient.invalidateQueries({ queryKey: [LOCALE] });
    await queryClient.invalidateQueries({ queryKey: ['settings', session.token, 'locale'] });
  };
  return (
    <Button variant="default" size="xs" onClick={() => void cancel()}>
      {t('locale.cancelIt')}
    </Button>
  );
}
