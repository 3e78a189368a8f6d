// What another zone or currency would touch, while it is chosen.
import { useQuery } from '@tanstack/react-query';
import { localeRoutes, localeSection, type LocalePreview as Preview } from '@tributary/contract/settings/locale';
import { call } from '../../../kit/api/api.ts';
import type { SettingValues } from '../../../kit/settings/setting-fields.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { money } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { saidByServer } from '../../../words/said.ts';
import { Moment } from './moment.tsx';
import { LOCALE } from './state.ts';

export function LocalePreview({ values }: { values: SettingValues }) {
  const { session } = useSession();
  const asked = localeSection.schema.safeParse(values);
  const query = asked.success ? asked.data : {};
  const answer = useQuery({
    queryKey: [LOCALE, session.token, 'preview', query],
    queryFn: ({ signal }) => call(localeRoutes.previewLocale, { query }, { session, signal }),
    enabled: asked.success,
    placeholderData: (before) => before,
  });
  const { zone = null, currency = null } = answer.data ?? {};
  return (
    <section aria-label={t('locale.whatWouldHappen')} aria-live="polite">
      <h3>{t('locale.whatWouldHappen')}</h3>
      {!zone && !currency && <p>{t('locale.nothingChanged')}</p>}
      {zone && <Zone zone={zone} />}
      {currency && <Currency currency={currency} />}
    </section>
  );
}

const Zone = ({ zone }: { zone: NonNullable<Preview['zone']> }) =>
  zone.at_once ? (
    <p>{t('locale.inForceAtOnce', { zone: zone.to })}</p>
  ) : (
    <>
      <Moment at={zone.at} from={zone.from} to={zone.to} />
      <p>{t('locale.daysCountedAnew', { count: zone.days })}</p>
      <p>{t('locale.whatStays')}</p>
    </>
  );

const Currency = ({ currency }: { currency: NonNullable<Preview['currency']> }) => (
  <>
    <p>
      {currency.reason === null ? t('locale.currencyMay', { currency: currency.to }) : saidByServer(currency.reason)}
    </p>
    <ul>
      {currency.offers.map((one) => (
        <li key={one.currency}>
          {`${t('locale.offersIn', { count: one.offers, currency: one.currency })}: ${
            one.rate === null ? t('locale.withoutRate') : t('locale.atRate', { rate: one.rate })
          }`}
        </li>
      ))}
      {currency.balances.map((one) => (
        <li key={`owed ${one.currency}`}>
          {t('locale.owed', {
            currency: one.currency,
            approved: money(one.approved, one.currency),
            pending: money(one.pending, one.currency),
          })}
        </li>
      ))}
    </ul>
  </>
);
