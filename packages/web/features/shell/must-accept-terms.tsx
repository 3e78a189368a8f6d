// Blocks a portal while terms are in force that its user has not accepted: they can be read, accepted, or left.
import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { termsRoutes } from '@tributary/contract/accounts/terms';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { logout } from '../../kit/api/logout.ts';
import { HeldModal } from '../../kit/dialogs/held-modal.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx';
import { FailedToLoad, Loading } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { dateTime } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { useLanguage } from '../../words/words.ts';
import classes from './must-accept-terms.module.css';

export function MustAcceptTerms() {
  const { session } = useSession();
  const queries = useQueryClient();
  const language = useLanguage();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const due = useQuery({
    queryKey: ['terms-due', session.token, language],
    queryFn: ({ signal }) => call(termsRoutes.termsDue, { query: { language } }, { session, signal }),
  });
  const terms = due.data?.terms;
  const accept = async () => {
    if (!terms) return;
    setBusy(true);
    try {
      const body = { terms_id: terms.id, language: terms.language };
      await call(termsRoutes.acceptTerms, { body }, { session });
      // what the shell asked for meanwhile was refused, too
      await queries.resetQueries();
    } catch (error) {
      setFailure(sentenceFor(error));
      await due.refetch();
    } finally {
      setBusy(false);
    }
  };
  return (
    <HeldModal size="lg" title={t('shell.newTerms')}>
      <Text c="dimmed" mb="md">
        {t('shell.newTermsText')}
      </Text>
      {failure && <FormMessage message={{ tone: 'error', text: failure }} />}
      {due.isPending && <Loading />}
      {due.isError && <FailedToLoad error={due.error} retry={() => due.refetch()} />}
      {terms && (
        <>
          <Text size="sm" mb="xs">
            {t('shell.termsVersion', { number: terms.number, day: dateTime(terms.effective_at) })}
          </Text>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <section className={classes.text} tabIndex={0} aria-label={t('shell.newTerms')}>
            <RichTextView html={terms.html} />
          </section>
        </>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="subtle" color="gray" onClick={() => logout(session)}>
          {t('shell.logout')}
        </Button>
        <Button onClick={() => void accept()} disabled={!terms || busy}>
          {t('shell.acceptTerms')}
        </Button>
      </Group>
    </HeldModal>
  );
}
