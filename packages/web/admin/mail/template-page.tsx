// One mail in one language: its words beside what they become. What is being written is shown at once, about a real offer and person.
import { useQuery } from '@tanstack/react-query';
import { languages as languageCodes } from '@tributary/contract/accounts/profile';
import { mailTemplateRoutes } from '@tributary/contract/mail-templates';
import { useParams } from 'react-router';
import { NotFoundScreen } from '../../features/shell/not-found-screen.tsx';
import { call } from '../../kit/api/api.ts';
import { ApiError } from '../../kit/api/api-error.ts';
import { SavedBy } from '../../kit/form/read-only.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { FailedToLoad, Loading } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/admin.ts';
import { TemplateEditor } from './template-editor.tsx';
import { templateKey } from './template-query.ts';

export default function MailTemplatePage() {
  const { event = '', language: asked } = useParams();
  const language = languageCodes.find((one) => one === asked);
  const { session } = useSession();
  const answer = useQuery({
    queryKey: templateKey(session, event, language ?? ''),
    queryFn: ({ signal }) =>
      call(mailTemplateRoutes.mailTemplate, { params: { event, language: language ?? 'en' } }, { session, signal }),
    enabled: language !== undefined,
    // what is being written stands on the version that was read
    refetchOnWindowFocus: false,
  });
  useTitle(answer.data?.title ?? t('menu.emailTemplates'));
  if (answer.data) {
    const { version } = answer.data;
    return (
      <SavedBy route={mailTemplateRoutes.saveMailTemplate}>
        <TemplateEditor key={`${event}.${language}.${version}`} template={answer.data} />
      </SavedBy>
    );
  }
  const { error } = answer;
  const unknown = error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status === 404;
  if (!language || unknown) return <NotFoundScreen role={session.role} />;
  return error ? (
    <FailedToLoad error={error} retry={() => answer.refetch()} />
  ) : (
    <Loading text={t('mailTemplates.loading')} />
  );
}
