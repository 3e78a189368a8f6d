// Affiliates › Postback Test: a publisher's link tried with its click, conversion and postback, and no figure touched.
import { testerRoutes } from '@tributary/contract/trust/testers';
import { call } from '../../kit/api/api.ts';
import { t } from '../../words/admin.ts';
import { deviceIn, type ProfileValues, profileFields, usualProfile } from './profile-fields.ts';
import { TestPage } from './test-page.tsx';

interface Values extends ProfileValues {
  link: string;
  depth: string;
  goal: string;
  sale_amount: string;
}

export default function PostbackTest() {
  return (
    <TestPage<Values>
      title={t('menu.postbackTest')}
      purpose={t('testers.postbackPurpose')}
      form={{
        fields: [
          {
            name: 'link',
            label: t('testers.link'),
            kind: 'textarea',
            required: true,
            placeholder: t('testers.linkPlaceholder'),
            help: t('testers.linkHelp'),
          },
          {
            name: 'depth',
            label: t('testers.depth'),
            kind: 'select',
            options: [
              { value: 'quick', label: t('testers.quick') },
              { value: 'deep', label: t('testers.deep') },
            ],
          },
          ...profileFields<Values>(),
          { name: 'goal', label: t('common.goal'), kind: 'text', help: t('testers.goalHelp'), half: true },
          {
            name: 'sale_amount',
            label: t('testers.saleAmount'),
            kind: 'text',
            help: t('testers.saleHelp'),
            half: true,
          },
        ],
        initial: { link: '', depth: 'quick', goal: '', sale_amount: '', ...usualProfile },
        schema: testerRoutes.testPostbacks.body,
        note: ({ depth }) => (depth === 'deep' ? t('testers.deepNote') : t('testers.quickNote')),
        submit: t('testers.test'),
        busy: t('testers.testing'),
      }}
      send={({ depth, device, ...values }, context) =>
        call(
          testerRoutes.testPostbacks,
          { body: { ...values, depth: depth === 'deep' ? 'deep' : 'quick', device: deviceIn(device) } },
          context,
        )
      }
    />
  );
}
