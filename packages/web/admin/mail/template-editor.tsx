import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { languages as languageCodes } from '@tributary/contract/accounts/profile';
import { type MailTemplate, mailTemplateRoutes } from '@tributary/contract/mail-templates';
import { useCallback, useRef, useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { Fields, Writing } from '../../kit/form/read-only.tsx';
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { RichTextField } from '../../kit/rich-text/rich-text-field.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { languages } from '../../words/languages.ts';
import { saidByServer } from '../../words/said.ts';
import classes from './template.module.css';
import { TemplatePreview } from './template-preview.tsx';
import { type Draft, templateKey } from './template-query.ts';
import { TemplateVersions } from './template-versions.tsx';
import { stateTones, stateWords, templatePath } from './templates.tsx';
import { VariableList } from './variable-list.tsx';

const langTabs = (event: string) =>
  languageCodes.map((language) => ({
    to: templatePath({ event, language }),
    label: languages[language],
    section: 'settings' as const,
  }));

export function TemplateEditor({ template }: { template: MailTemplate }) {
  const { session } = useSession();
  const queries = useQueryClient();
  const begun: Draft = { subject: template.subject, body: template.body };
  const [draft, setDraft] = useState(begun);
  const [busy, setBusy] = useState(false);
  const { event, language, version } = template;
  const unsaved = draft.subject !== begun.subject || draft.body !== begun.body;
  const isUnsaved = useRef(unsaved);
  isUnsaved.current = unsaved;
  useLeaveGuard(
    useCallback(() => isUnsaved.current, []),
    t('mailTemplates.whatYouWrote'),
  );
  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const params = { event, language };

  const send = async (work: () => Promise<MailTemplate>, done: string) => {
    setBusy(true);
    try {
      const saved = await work();
      isUnsaved.current = false;
      queries.setQueryData(templateKey(session, event, language), saved);
      void queries.invalidateQueries({ queryKey: ['mail-templates'] });
      toast.success(done);
    } catch (error) {
      toast.error(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  const save = () =>
    send(
      () => call(mailTemplateRoutes.saveMailTemplate, { params, body: { version, ...draft } }, { session }),
      t('mailTemplates.saved'),
    );
  const restore = async (to: number) => {
    const question = {
      title: to === 0 ? t('mailTemplates.reset') : t('mailTemplates.restoreVersion', { version: to }),
      text: t('mailTemplates.restoreText'),
      confirm: to === 0 ? t('mailTemplates.reset') : t('mailTemplates.restore'),
    };
    if (!(await confirmDialog(question))) return;
    await send(
      () => call(mailTemplateRoutes.restoreMailTemplate, { params, body: { version, to } }, { session }),
      t('mailTemplates.restored'),
    );
  };
  return (
    <>
      <PageHeader
        title={template.title}
        note={<StatusBadge status={stateWords[template.state]} tone={stateTones[template.state]} />}
        actions={<TemplateVersions template={template} restore={restore} />}
      />
      <PageTabs label={t('mailTemplates.language')} tabs={langTabs(event)} />
      {template.fault !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} mb="md">
          {t('mailTemplates.brokenText', { reason: saidByServer(template.fault) })}
        </Alert>
      )}
      <div className={classes.columns}>
        <section className={classes.editor} aria-label={t('mailTemplates.words')}>
          <Fields>
            <TextInput
              label={t('mailTemplates.subject')}
              name="subject"
              value={draft.subject}
              maxLength={200}
              onChange={(change) => set({ subject: change.currentTarget.value })}
            />
          </Fields>
          <RichTextField
            name="body"
            label={t('mailTemplates.body')}
            value={draft.body}
            onChange={(body) => set({ body })}
          />
          <VariableList template={template} insertAtEnd={(text) => set({ body: `${draft.body}<p>${text}</p>` })} />
          <Writing>
            <Group justify="space-between">
              <span className={classes.stamp} role="status">
                {unsaved ? t('mailTemplates.unsaved') : t('mailTemplates.versionNo', { version })}
              </span>
              <Group gap="xs">
                {template.state !== 'built-in' && (
                  <Button variant="default" disabled={busy} onClick={() => void restore(0)}>
                    {t('mailTemplates.reset')}
                  </Button>
                )}
                <Button disabled={busy || !unsaved} onClick={() => void save()}>
                  {busy ? t('common.saving') : t('common.save')}
                </Button>
              </Group>
            </Group>
          </Writing>
        </section>
        <TemplatePreview template={template} draft={unsaved ? draft : null} />
      </div>
    </>
  );
}
