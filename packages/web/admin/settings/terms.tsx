// Settings › General › Terms: the versions that publishers and advertisers accept, drafts among them.
import { Button, Group, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { partnerKinds } from '@tributary/contract/accounts/signup';
import { type TermsVersion, termsList, termsRoutes, type termsStates } from '@tributary/contract/accounts/terms';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FieldInput } from '../../kit/form/field-input.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { type DetailsProps, type DialogProps, resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { RichTextField } from '../../kit/rich-text/rich-text-field.tsx';
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx';
import { Loading } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { shortDate } from '../../ui/format.ts';
import { IconEye, IconPencil, IconSend, IconTrash } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { generalTabs } from './tabs.ts';

export const audienceWords = () => ({ publisher: t('common.publishers'), advertiser: t('common.advertisers') });
const stateWords = (): Record<(typeof termsStates)[number], string> => ({
  draft: t('terms.draft'),
  scheduled: t('terms.scheduled'),
  in_force: t('terms.inForce'),
  past: t('terms.past'),
});

interface Draft {
  audience: (typeof partnerKinds)[number];
  en: string;
  es: string;
  hi: string;
  /** the day, UTC; empty: at once */
  from: string;
}

const isDraft = (row: TermsVersion): boolean => row.state === 'draft';
const nameOf = (row: TermsVersion): string =>
  row.number === null
    ? t('terms.draftFor', { audience: audienceWords()[row.audience] })
    : t('terms.versionFor', { number: row.number, audience: audienceWords()[row.audience] });

function TermsDialog({ row, close, tools }: DialogProps<TermsVersion>) {
  const { session } = useSession();
  const known = useQuery({
    enabled: row !== null,
    queryKey: ['terms', 'record', session.token, row?.id ?? ''],
    queryFn: ({ signal }) => call(termsRoutes.termsVersion, { params: { id: row?.id ?? '' } }, { session, signal }),
  });
  const begun: Draft = {
    audience: row?.audience ?? 'publisher',
    ...(known.data?.texts ?? { en: '', es: '', hi: '' }),
    from: row ? new Date(row.effective_at * 1000).toISOString().slice(0, 10) : '',
  };
  return (
    <FormModal opened onClose={close} title={row ? t('terms.edit') : t('terms.write')} size={820}>
      {row && !known.data ? (
        <Loading />
      ) : (
        <TermsForm id={row?.id ?? null} begun={begun} close={close} reload={tools.reload} />
      )}
    </FormModal>
  );
}

interface TermsFormProps {
  id: string | null;
  begun: Draft;
  close: () => void;
  reload: () => Promise<void>;
}

function TermsForm({ id, begun, close, reload }: TermsFormProps) {
  const { session } = useSession();
  const form = useForm<Draft>(begun, {
    keep: { as: `terms/${id ?? 'new'}`, dialog: t('terms.write') },
    send: async ({ audience, from, ...texts }) => {
      const effective_at = from ? Date.parse(`${from}T00:00:00Z`) / 1000 : null;
      const body = { audience, texts, effective_at };
      await (id
        ? call(termsRoutes.editTerms, { params: { id }, body }, { session })
        : call(termsRoutes.draftTerms, { body }, { session }));
      close();
      toast.success(t('terms.saved'));
      await reload();
      return undefined;
    },
  });
  const text = (language: 'en' | 'es' | 'hi', label: string, help?: string) => (
    <RichTextField
      name={language}
      label={label}
      {...(help ? { help } : {})}
      value={form.values[language]}
      onChange={(html) => form.set(language, html)}
    />
  );
  return (
    <form onSubmit={form.onSubmit}>
      <Stack gap="md">
        <FormMessage message={form.message} />
        <Group grow align="start">
          <Select
            label={t('terms.audience')}
            data={partnerKinds.map((value) => ({ value, label: audienceWords()[value] }))}
            value={form.values.audience}
            allowDeselect={false}
            onChange={(chosen) => form.set('audience', chosen === 'advertiser' ? 'advertiser' : 'publisher')}
          />
          <FieldInput<Draft>
            field={{ name: 'from', label: t('terms.from'), help: t('terms.fromHelp'), kind: 'date' }}
            value={form.values.from}
            set={(value) => form.set('from', String(value))}
            faulty={false}
            nativeRequired={false}
          />
        </Group>
        {text('en', t('terms.english'))}
        {text('es', t('terms.spanish'), t('terms.elseEnglish'))}
        {text('hi', t('terms.hindi'), t('terms.elseEnglish'))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={form.busy}>
            {form.busy ? t('common.saving') : t('terms.saveDraft')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const Version = ({ id }: DetailsProps<TermsVersion>) => (
  <LoadedRecord of={['terms', id]} load={(context) => call(termsRoutes.termsVersion, { params: { id } }, context)}>
    {({ texts }) => (
      <>
        <Section title={t('terms.english')}>
          <RichTextView html={texts.en} />
        </Section>
        {texts.es && (
          <Section title={t('terms.spanish')}>
            <RichTextView html={texts.es} />
          </Section>
        )}
        {texts.hi && (
          <Section title={t('terms.hindi')}>
            <RichTextView html={texts.hi} />
          </Section>
        )}
      </>
    )}
  </LoadedRecord>
);

const versions = resource(termsList, {
  name: 'terms',
  title: t('terms.title'),
  countText: (many) => t('terms.versions', { count: many }),
  load: termsRoutes.terms,
  file: termsRoutes.exportTerms,
  nameOf,
  searchPlaceholder: t('terms.search'),
  defaultSort: '-effective_at',
  add: { label: t('terms.write'), calls: termsRoutes.draftTerms, dialog: 'edit' },
  filters: [
    {
      kind: 'one',
      name: 'audience',
      label: t('terms.audience'),
      options: partnerKinds.map((value) => ({ value, label: audienceWords()[value] })),
    },
  ],
  columns: [
    {
      id: 'number',
      title: t('terms.version'),
      kind: 'text',
      value: (row) => (row.number === null ? t('terms.draft') : String(row.number)),
      fixed: true,
      opens: true,
    },
    { id: 'audience', title: t('terms.audience'), kind: 'text', value: (row) => audienceWords()[row.audience] },
    { id: 'state', title: t('common.state'), kind: 'text', value: (row) => stateWords()[row.state] },
    { id: 'effective_at', title: t('terms.from'), kind: 'text', value: (row) => shortDate(row.effective_at, 'UTC') },
    { id: 'published_at', title: t('terms.published') },
    { id: 'published_by', title: t('terms.publishedBy') },
    { id: 'accepted', title: t('terms.accepted') },
  ],
  rowActions: [
    { label: t('terms.read'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    {
      label: t('common.edit'),
      calls: termsRoutes.editTerms,
      icon: IconPencil,
      when: isDraft,
      run: (row, { open }) => open('edit', row),
    },
    rowCall<TermsVersion>({
      label: t('terms.publish'),
      calls: termsRoutes.publishTerms,
      icon: IconSend,
      when: isDraft,
      ask: (row) => ({
        title: t('terms.publishAsk', { name: nameOf(row) }),
        text: t('terms.publishText', { day: shortDate(row.effective_at, 'UTC') }),
        confirm: t('terms.publish'),
      }),
      send: ({ id }, context) => call(termsRoutes.publishTerms, { params: { id } }, context),
      done: t('terms.isPublished'),
    }),
    rowCall<TermsVersion>({
      label: t('common.delete'),
      calls: termsRoutes.deleteTerms,
      icon: IconTrash,
      danger: true,
      when: isDraft,
      ask: (row) => ({
        title: t('terms.deleteAsk', { name: nameOf(row) }),
        text: t('terms.deleteText'),
        confirm: t('common.delete'),
        danger: true,
      }),
      send: ({ id }, context) => call(termsRoutes.deleteTerms, { params: { id } }, context),
      done: t('terms.isDeleted'),
    }),
  ],
  dialogs: { edit: TermsDialog },
  details: Version,
  detailsTitle: t('terms.text'),
  texts: { loading: t('terms.loading'), emptyTitle: t('terms.none'), emptyText: t('terms.noneText') },
});

export default function Terms() {
  return <ResourcePage list={versions} intro={<PageTabs label={t('common.general')} tabs={generalTabs} />} />;
}
