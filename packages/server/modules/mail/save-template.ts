// A template is tried before it is saved: with everything said, and with nothing said but what every mail says. What would not be a
// mail then is refused with a sentence at its field. Each save is a version; the first is 1, and 0 is the built-in text.
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { type Language, sentence } from '../../words/sentences.ts';
import { type AuditedCall, recordAudit } from '../audit/index.ts';
import { eventOf } from './events.ts';
import { MAX_TEMPLATE, TemplateFault } from './liquid.ts';
import { checkSubject, type OwnTemplate, renderOwn } from './render-mail.ts';
import { sampleMail } from './samples.ts';
import { cleanTemplateBody } from './template-body.ts';
import { addTemplate, type TemplateRow, templateVersion, templateVersions } from './templates.repo.ts';
import type { MailName } from './templates.ts';
import { mailTemplateChanged } from './topics.ts';

/** as it is stored, or a refusal that says what to do */
export function checkedTemplate(event: MailName, language: Language, draft: OwnTemplate): OwnTemplate {
  const field = { name: 'body' };
  try {
    const body = cleanTemplateBody(draft.body);
    if (Buffer.byteLength(body) > MAX_TEMPLATE) throw new TemplateFault('A template may have at most 10 KB.');
    const own = { subject: draft.subject.trim(), body };
    const whole = sampleMail(event, { brand: 'Brand', firstName: 'Ana', origin: 'https://example.com' });
    const { action } = eventOf(event);
    const bare = {
      brand: 'Brand',
      ...(action ? { action: { label: sentence(action), url: 'https://example.com' } } : {}),
    };
    field.name = 'subject';
    checkSubject(own, { name: event, values: whole, language });
    field.name = 'body';
    for (const values of [whole, bare]) renderOwn(own, { name: event, values, language });
    return own;
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    throw new Fault('invalid_input', error.message, { path: [field.name] });
  }
}

const changedMeanwhile = () =>
  new Fault('conflict', 'Somebody else has saved this template meanwhile. Please look at theirs and save yours again.');

export interface TemplatePlace {
  event: MailName;
  language: Language;
}

const wordsOf = (row: Pick<TemplateRow, 'subject' | 'body'> | undefined) => ({
  subject: row?.subject ?? null,
  body: row?.body ?? null,
});

/** null: the built-in text from now on; what stays the same is no new version */
export async function saveTemplate(
  tx: Tx,
  call: AuditedCall,
  place: TemplatePlace,
  { version, draft }: { version: number; draft: OwnTemplate | null },
): Promise<void> {
  const { event, language } = place;
  const { id: tenantId } = call.tenant;
  const [newest] = await templateVersions(tx, event, language, 1);
  if ((newest?.version ?? 0) !== version) throw changedMeanwhile();
  const words = draft ? checkedTemplate(event, language, draft) : { subject: null, body: null };
  const before = wordsOf(newest);
  if (before.subject === words.subject && before.body === words.body && newest?.fault == null) return;
  const next = version + 1;
  const row = { version: next, ...words, changed_by: call.principal?.userId ?? null, changed_at: call.clock.now() };
  if (!(await addTemplate(tx, { tenantId, event, language }, row))) throw changedMeanwhile();
  await recordAudit(tx, call, {
    action: 'mail.template.changed',
    objectKind: 'mail-template',
    objectId: `${event}.${language}`,
    before: { version, ...before },
    after: { version: next, ...words },
  });
  await emit(tx, tenantId, mailTemplateChanged, { event, language, version: next });
}

/** what it was, tried again: rules may have changed since */
export async function restoreTemplate(
  tx: Tx,
  call: AuditedCall,
  place: TemplatePlace,
  { version, to }: { version: number; to: number },
): Promise<void> {
  const former = to === 0 ? null : await templateVersion(tx, place.event, place.language, to);
  if (former === undefined) throw new Fault('not_found');
  const draft =
    former && former.subject !== null && former.body !== null ? { subject: former.subject, body: former.body } : null;
  await saveTemplate(tx, call, place, { version, draft });
}
