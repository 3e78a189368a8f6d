// One section of settings: its inputs, who changed it when, Save. A save carries the version that was read: where somebody else
// was quicker, his is shown only when the reader asks for it, and what was entered stays until then.
import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SettingsName, settingsRoutes, settingsSections } from '@tributary/contract/settings';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { dateTime } from '../../ui/format.ts';
import { IconHistory } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { call } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import { toast } from '../dialogs/toast.tsx';
import { FieldInput } from '../form/field-input.tsx';
import { type Field, firstComplaint } from '../form/form-declaration.ts';
import { FormMessage } from '../form/form-message.tsx';
import { KeptTypingAlert } from '../form/kept-work-alert.tsx';
import { useForm } from '../form/use-form.ts';
import { FailedToLoad } from '../shell/loading.tsx';
import { useMay } from '../shell/permissions.ts';
import { useSession } from '../shell/session-context.ts';
import { Card } from './card.tsx';
import { type AnySectionWords, type SettingValues, type SettingWords, settingField } from './setting-fields.ts';
import classes from './settings.module.css';
import { SettingsHistory } from './settings-history.tsx';
import { readSection, type Settings, settingsKey } from './settings-query.ts';

interface SettingsSectionProps {
  name: SettingsName;
  words: AnySectionWords;
  /** told whenever something is entered and not saved, or saved again */
  report: (name: string, isUnsaved: boolean) => void;
}

export function SettingsSection({ name, words, report }: SettingsSectionProps) {
  const { session } = useSession();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const answer = useQuery({
    queryKey: settingsKey(session, name),
    queryFn: ({ signal }) => readSection(name, { session, signal }),
    // what is being entered stands on the version that was read
    refetchOnWindowFocus: false,
  });
  return (
    <Card
      title={words.title}
      note={words.text}
      action={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconHistory size={14} aria-hidden />}
          onClick={() => setHistoryOpen(true)}
        >
          {t('settings.history')}
        </Button>
      }
    >
      {answer.isPending && <Skeleton height={120} />}
      {answer.isError && !answer.data && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {answer.data && (
        // another version is another form: it begins with what was saved
        <SectionForm key={answer.data.version} read={answer.data} words={words} report={report} />
      )}
      <SettingsHistory name={name} words={words} opened={isHistoryOpen} close={() => setHistoryOpen(false)} />
    </Card>
  );
}

interface SectionFormProps {
  read: Settings;
  words: AnySectionWords;
  report: SettingsSectionProps['report'];
}

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.code === 'conflict';

function SectionForm({ read, words, report }: SectionFormProps) {
  const { session } = useSession();
  const queries = useQueryClient();
  const mayWrite = useMay()(settingsRoutes.saveSettings);
  const [isOvertaken, setOvertaken] = useState(false);
  const { section, version } = read;
  const { schema } = settingsSections[section];
  const begun: SettingValues = read.value;
  const settings = Object.entries(words.settings);
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  const fieldOf = (name: string, said: SettingWords): Field<SettingValues> => {
    const setting = shape[name];
    if (!setting) throw new Error(`the section ${section} has no setting ${name}`);
    // one that the screen draws itself has a place among the others all the same: complaints come in their order
    return said.own ? { name, label: said.label, kind: 'text' } : settingField(name, setting, said, begun[name]);
  };
  const fields = settings.map(([name, said]) => fieldOf(name, said));
  const key = settingsKey(session, section);
  const form = useForm<SettingValues>(begun, {
    check: (values) => firstComplaint({ fields, schema }, values),
    keep: { as: `settings/${section}` },
    send: async (values) => {
      try {
        const body = { version, value: { ...schema.parse(values) } };
        const saved = await call(settingsRoutes.saveSettings, { params: { section }, body }, { session });
        queries.setQueryData(key, saved);
        void queries.invalidateQueries({ queryKey: [...key, 'history'] });
        toast.success(t('settings.saved'));
        words.saved?.();
        return undefined;
      } catch (error) {
        setOvertaken(isConflict(error));
        throw error;
      }
    },
  });
  const isUnsaved = settings.some(([name]) => JSON.stringify(form.values[name]) !== JSON.stringify(begun[name]));
  useEffect(() => {
    report(section, isUnsaved);
    return () => report(section, false);
  }, [report, section, isUnsaved]);
  const loadTheirs = async () => {
    form.reset();
    setOvertaken(false);
    await queries.invalidateQueries({ queryKey: key });
  };
  return (
    <form onSubmit={form.onSubmit} className={classes.form} data-preview={words.preview ? '' : undefined}>
      <KeptTypingAlert kept={form.kept} />
      <FormMessage message={form.message} />
      {isOvertaken && (
        <Button variant="default" className={classes.theirs} onClick={() => void loadTheirs()}>
          {t('settings.reload')}
        </Button>
      )}
      <fieldset className={classes.fields} disabled={!mayWrite || form.busy}>
        {fields.map((field) => {
          const input = { value: form.values[field.name], set: (value: unknown) => form.set(field.name, value) };
          const own = words.settings[field.name]?.own;
          if (own) return <own.input key={field.name} {...input} disabled={!mayWrite || form.busy} />;
          const faulty = form.faulty === field.name;
          return <FieldInput key={field.name} field={field} {...input} faulty={faulty} nativeRequired={false} />;
        })}
      </fieldset>
      {words.preview && (
        <div className={classes.preview}>
          <words.preview values={form.values} />
        </div>
      )}
      <Group justify="space-between" gap="xs" className={classes.foot}>
        <span className={classes.stamp} role="status">
          {isUnsaved ? t('settings.unsaved') : stampOf(read)}
        </span>
        {mayWrite ? (
          <Button type="submit" disabled={form.busy || !isUnsaved}>
            {form.busy ? t('common.saving') : t('settings.save')}
          </Button>
        ) : (
          <span className={classes.stamp}>{t('settings.onlyLook')}</span>
        )}
      </Group>
    </form>
  );
}

function stampOf({ changed_at, changed_by_name }: Settings): string {
  if (changed_at === null) return t('settings.asItBegan');
  const at = dateTime(changed_at);
  return changed_by_name === null
    ? t('settings.changed', { at })
    : t('settings.changedBy', { name: changed_by_name, at });
}
