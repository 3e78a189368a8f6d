import { TemplateFault } from './liquid.ts';
import { type MailToRender, type RenderedMail, renderMail, renderOwn } from './render-mail.ts';
import type { TemplateRow } from './templates.repo.ts';

/** in the workspace's words where it has any that can be used, else as it is built in: in every case a mail */
export function composeMail(
  mail: MailToRender,
  template: Pick<TemplateRow, 'subject' | 'body'> | undefined,
): RenderedMail & { fault: string | null } {
  if (template?.subject == null || template.body == null) return { ...renderMail(mail), fault: null };
  try {
    return { ...renderOwn({ subject: template.subject, body: template.body }, mail), fault: null };
  } catch (error) {
    // a template's own, or one that we did not foresee: it must not cost the mail
    const fault = error instanceof TemplateFault ? error.message : 'The template cannot be used.';
    return { ...renderMail(mail), fault };
  }
}
