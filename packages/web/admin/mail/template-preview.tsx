// The mail as its reader will see it, in a frame of its own in which nothing runs: of what is being written, in any of the languages,
// light or dark, about a real offer and person.
import { Alert, Button, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { languages as languageCodes } from '@tributary/contract/accounts/profile';
import { type MailTemplate, mailTemplateRoutes } from '@tributary/contract/mail-templates';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { boot } from '../../kit/boot.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/admin.ts';
import { languages } from '../../words/languages.ts';
import classes from './template.module.css';
import type { Draft } from './template-query.ts';

const WAIT_MS = 400;
type Scheme = 'light' | 'dark';

/** the mail's own rules for a dark scheme hold or not as the reader asks; the page's policy wants its nonce on them */
const framedFor = (html: string, scheme: Scheme): string =>
  html
    .replace('<style>', `<style nonce="${boot().nonce}">`)
    .replace('@media (prefers-color-scheme: dark)', scheme === 'dark' ? '@media all' : '@media not all');

const found = (kind: 'person' | 'offer') => async (q: string, context: CallContext) => {
  const { rows } = await call(mailTemplateRoutes.mailObjects, { query: { kind, q } }, context);
  return rows.map(({ id, name }) => ({ value: id, label: name }));
};

interface TemplatePreviewProps {
  template: MailTemplate;
  /** null: as it stands */
  draft: Draft | null;
}

export function TemplatePreview({ template, draft }: TemplatePreviewProps) {
  const { session } = useSession();
  const mayTest = useMay()(mailTemplateRoutes.testMailTemplate);
  const [language, setLanguage] = useState(template.language);
  const [scheme, setScheme] = useState<Scheme>('light');
  const [offerId, setOfferId] = useState('');
  const [personId, setPersonId] = useState('');
  const [written] = useDebouncedValue(draft, WAIT_MS);
  const body = {
    // what is being written is in one language; the others are as they stand
    ...(written && language === template.language ? { draft: written } : {}),
    ...(offerId ? { offer_id: offerId } : {}),
    ...(personId ? { person_id: personId } : {}),
  };
  const params = { event: template.event, language };
  const answer = useQuery({
    queryKey: ['mail-preview', session.token, params, body, template.version],
    queryFn: ({ signal }) => call(mailTemplateRoutes.previewMailTemplate, { params, body }, { session, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const test = async () => {
    try {
      const { sent_to: address } = await call(mailTemplateRoutes.testMailTemplate, { params, body }, { session });
      toast.success(t('mailTemplates.testSent', { address }));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  const hasOffer = template.variables.some(({ name }) => name === 'offer');
  return (
    <section className={classes.preview} aria-label={t('mailTemplates.preview')}>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('mailTemplates.previewLanguage')}
          data={languageCodes.map((value) => ({ value, label: languages[value] }))}
          value={language}
          onChange={setLanguage}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('mailTemplates.scheme')}
          data={[
            { value: 'light', label: t('mailTemplates.light') },
            { value: 'dark', label: t('mailTemplates.dark') },
          ]}
          value={scheme}
          onChange={setScheme}
        />
      </Group>
      <div className={classes.objects}>
        <RemoteSelect
          name="person"
          label={t('mailTemplates.person')}
          placeholder={t('mailTemplates.anyPerson')}
          clearable
          value={personId}
          onChange={setPersonId}
          of={['mail-objects', 'person']}
          load={found('person')}
        />
        {hasOffer && (
          <RemoteSelect
            name="offer"
            label={t('common.offer')}
            placeholder={t('mailTemplates.anyOffer')}
            clearable
            value={offerId}
            onChange={setOfferId}
            of={['mail-objects', 'offer']}
            load={found('offer')}
          />
        )}
      </div>
      {answer.isError && (
        <Alert color="red" role="alert">
          {sentenceFor(answer.error)}
        </Alert>
      )}
      {answer.data ? (
        <>
          <p className={classes.subject}>
            <span>{t('mailTemplates.subject')}</span> <strong>{answer.data.subject}</strong>
          </p>
          <iframe
            className={classes.frame}
            data-scheme={scheme}
            title={t('mailTemplates.preview')}
            sandbox=""
            srcDoc={framedFor(answer.data.html, scheme)}
          />
        </>
      ) : (
        !answer.isError && <Skeleton height={420} />
      )}
      {mayTest && (
        <Button variant="default" onClick={() => void test()}>
          {t('mailTemplates.sendTest')}
        </Button>
      )}
    </section>
  );
}
