// A mail as it would be read: of a draft or as it stands, about real people and offers of the workspace.
import type { mailTemplateRoutes } from '@tributary/contract/mail-templates';
import type { InputOf } from '@tributary/contract/route';
import type { SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import type { Language } from '../../words/sentences.ts';
import { recordAudit } from '../audit/index.ts';
import { composeMail } from './compose-mail.ts';
import { isMailName } from './content.ts';
import { eventOf } from './events.ts';
import type { MailLook } from './frame.ts';
import { renderOwn } from './render-mail.ts';
import { addMail } from './repo.ts';
import { type SampleValues, sampleMail, samples } from './samples.ts';
import { checkedTemplate, type TemplatePlace } from './save-template.ts';
import { templateVersions } from './templates.repo.ts';
import type { MailName } from './templates.ts';
import { mailQueued } from './topics.ts';

/** people and offers stand above: what a preview shows of them is handed in */
export interface MailTemplateDeps {
  namesOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  languageOf(tx: Tx, userId: string): Promise<Language>;
  lookOf(tx: Tx, tenantId: string): Promise<MailLook>;
  objects(tx: Tx, kind: 'person' | 'offer', q: string | undefined): Promise<{ id: string; name: string }[]>;
  /** of the newest where none is named; null where there is none such */
  person(tx: Tx, id: string | undefined): Promise<{ firstName: string; facts: SampleValues } | null>;
  offer(tx: Tx, id: string | undefined): Promise<SampleValues | null>;
}

type Preview = InputOf<(typeof mailTemplateRoutes)['previewMailTemplate']>;
type Asked = Pick<Preview, 'params' | 'body'>;

export function placeOf({ event, language }: { event: string; language: Language }): TemplatePlace {
  if (!isMailName(event) || eventOf(event).ours) throw new Fault('not_found');
  return { event, language };
}

/** about a real person and offer; what neither says is a sample */
async function valuesFor(
  tx: Tx,
  call: SignedInCall,
  event: MailName,
  asked: { person_id?: string | undefined; offer_id?: string | undefined },
  deps: MailTemplateDeps,
) {
  const person = await deps.person(tx, asked.person_id);
  const offer = await deps.offer(tx, asked.offer_id);
  if ((asked.person_id && !person) || (asked.offer_id && !offer))
    throw new Fault('invalid_input', 'There is no such person or offer to preview the mail with.');
  const real = { ...person?.facts, ...offer };
  const { displayName: brand } = call.tenant;
  return sampleMail(event, {
    brand,
    firstName: person?.firstName ?? String(samples.name).split(' ')[0] ?? '',
    origin: call.origin,
    real,
  });
}

export async function rendered(tx: Tx, call: SignedInCall, { params, body }: Asked, deps: MailTemplateDeps) {
  const { event, language } = placeOf(params);
  const values = await valuesFor(tx, call, event, body, deps);
  const mail = { name: event, values, language, look: await deps.lookOf(tx, call.tenant.id) };
  if (body.draft) return { ...renderOwn(checkedTemplate(event, language, body.draft), mail), fault: null };
  const [newest] = await templateVersions(tx, event, language, 1);
  const { fault, ...said } = composeMail(mail, newest);
  return { ...said, fault };
}

export async function sendTest(tx: Tx, call: SignedInCall, input: Asked, deps: MailTemplateDeps) {
  const { fault: _fault, ...mail } = await rendered(tx, call, input, deps);
  const at = call.clock.now();
  const { id: tenantId } = call.tenant;
  const { event, language } = input.params;
  const { email } = call.principal;
  // under a name of its own: it is no mail of that event to that person
  const template = `test:${event}`;
  const id = newId(at.getTime());
  await addMail(tx, { id, tenantId, template, recipient: email, at, content: null, ...mail });
  await emit(tx, tenantId, mailQueued, { mail_id: id, template });
  await recordAudit(tx, call, {
    action: 'mail.template.tested',
    objectKind: 'mail-template',
    objectId: `${event}.${language}`,
    after: { to: email },
  });
  return { sent_to: email };
}
