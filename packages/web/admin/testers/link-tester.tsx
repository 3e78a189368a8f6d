// Tools › Link Tester: any address followed hop by hop.
import { useQuery } from '@tanstack/react-query';
import { countryName } from '@tributary/contract/countries';
import { testerRoutes } from '@tributary/contract/trust/testers';
import { call } from '../../kit/api/api.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/admin.ts';
import { readersLanguage } from '../../words/words.ts';
import { linkTabs } from './paths.ts';
import { deviceIn, type ProfileValues, profileFields, usualProfile } from './profile-fields.ts';
import { TestPage } from './test-page.tsx';

interface Values extends ProfileValues {
  url: string;
  max_hops: number;
}

export default function LinkTester() {
  const { session } = useSession();
  const options = useQuery({
    queryKey: ['test-options', session.token],
    queryFn: ({ signal }) => call(testerRoutes.testOptions, {}, { session, signal }),
  });
  const proxied = options.data?.proxied_countries ?? [];
  return (
    <TestPage<Values>
      title={t('menu.linkTester')}
      purpose={t('testers.linkPurpose')}
      form={{
        fields: [
          {
            name: 'url',
            label: t('testers.url'),
            kind: 'textarea',
            required: true,
            placeholder: t('testers.exampleUrl'),
            help: t('testers.urlHelp'),
          },
          ...profileFields<Values>(),
          { name: 'max_hops', label: t('testers.maxHops'), kind: 'number' },
        ],
        initial: { url: '', max_hops: 10, ...usualProfile },
        schema: testerRoutes.testLink.body,
        note: ({ country }) =>
          options.data === undefined || country === ''
            ? null
            : t(proxied.includes(country.toUpperCase()) ? 'testers.fromThere' : 'testers.notFromThere', {
                country: countryName(country, readersLanguage()),
              }),
        submit: t('testers.test'),
        busy: t('testers.testing'),
      }}
      send={({ device, ...values }, context) =>
        call(testerRoutes.testLink, { body: { ...values, device: deviceIn(device) } }, context)
      }
    >
      <PageTabs label={t('menu.linkTester')} tabs={linkTabs} />
    </TestPage>
  );
}
