// What a template was before, newest first: who wrote it, when, and the way back to it.
import { Button, Drawer } from '@mantine/core';
import { type MailTemplate, mailTemplateRoutes } from '@tributary/contract/mail-templates';
import { Fragment, useState } from 'react';
import details from '../../kit/log-page/details.module.css';
import { useMay } from '../../kit/shell/permissions.ts';
import { usePhone } from '../../kit/use-width.ts';
import { dateTime, EMPTY } from '../../ui/format.ts';
import { IconHistory } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import classes from './template.module.css';

/** what a version says, a line for each paragraph; the page never takes markup from it */
const readableText = (body: string): string =>
  (
    new DOMParser().parseFromString(body.replaceAll(/<br\s*\/?>|<\/(p|h\d|li|div|blockquote)>/g, '$&\n'), 'text/html')
      .body.textContent ?? ''
  ).trim();

interface TemplateVersionsProps {
  template: MailTemplate;
  restore: (to: number) => Promise<void>;
}

export function TemplateVersions({ template, restore }: TemplateVersionsProps) {
  const [opened, setOpened] = useState(false);
  const phone = usePhone();
  const mayRestore = useMay()(mailTemplateRoutes.restoreMailTemplate);
  const { versions } = template;
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t('common.history')}
      </Button>
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        position={phone ? 'bottom' : 'right'}
        size={phone ? '92%' : 600}
        title={t('mailTemplates.historyOf', { title: template.title })}
      >
        {versions.length === 0 ? (
          <p>{t('mailTemplates.neverChanged')}</p>
        ) : (
          <table className={details.table}>
            <thead>
              <tr>
                <th>{t('common.version')}</th>
                <th>{t('common.time')}</th>
                <th>{t('common.who')}</th>
                <th>{t('mailTemplates.subject')}</th>
                <th aria-label={t('mailTemplates.restore')} />
              </tr>
            </thead>
            <tbody>
              {versions.map((row) => (
                <Fragment key={row.version}>
                  <tr>
                    <td>{row.version}</td>
                    <td>{row.changed_at === null ? EMPTY : dateTime(row.changed_at)}</td>
                    <td>{row.changed_by_name ?? EMPTY}</td>
                    <td>{row.subject ?? t('mailTemplates.builtIn')}</td>
                    <td>
                      {mayRestore && row.version !== template.version && (
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => {
                            setOpened(false);
                            void restore(row.is_built_in ? 0 : row.version);
                          }}
                        >
                          {t('mailTemplates.restore')}
                        </Button>
                      )}
                    </td>
                  </tr>
                  {row.body && (
                    <tr>
                      <td />
                      <td colSpan={4}>
                        <details open={row.version === template.version}>
                          <summary>{t('mailTemplates.textOfVersion', { version: row.version })}</summary>
                          <p className={classes.versionText}>{readableText(row.body)}</p>
                        </details>
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        )}
      </Drawer>
    </>
  );
}
