// Settings › Email Templates: what each mail says in each language, tried out on real people and offers.
import { languages } from '@tributary/contract/accounts/profile';
import { mailTemplateList, type mailTemplateRoutes, templateStates } from '@tributary/contract/mail-templates';
import type { ReplyOf } from '@tributary/contract/route';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Language } from '../../words/sentences.ts';
import { exportList } from '../audit/index.ts';
import { eventOf } from './events.ts';
import { templateFilters } from './liquid.ts';
import { type MailTemplateDeps, placeOf, rendered, sendTest } from './preview-template.ts';
import { builtInTemplate } from './render-mail.ts';
import { sampleMail } from './samples.ts';
import { restoreTemplate, saveTemplate, type TemplatePlace } from './save-template.ts';
import { type KnownTemplate, listedTemplates, type TemplateRow, templateVersions } from './templates.repo.ts';
import { type MailName, mailTemplates } from './templates.ts';
import { mailTitle } from './titles.ts';
import { subjectVariables, variableNames, variablesOf } from './variables.ts';

type Routes = typeof mailTemplateRoutes;
const VERSIONS = 50;
const own = (Object.keys(mailTemplates) as MailName[]).filter((name) => !eventOf(name).ours);

const knownTo = (reader: Language, brand: string): KnownTemplate[] =>
  own.flatMap((event) =>
    languages.map((language) => ({
      event,
      language,
      title: mailTitle(event, brand, reader),
      subject: builtInTemplate(event, language).subject,
    })),
  );

const stampOf = (
  row: Pick<TemplateRow, 'version' | 'changed_by'> & { changed_at: Date | null },
  names: ReadonlyMap<string, string>,
) => ({
  version: row.version,
  changed_by: row.changed_by,
  changed_by_name: row.changed_by === null ? null : (names.get(row.changed_by) ?? null),
  changed_at: row.changed_at && unixSeconds(row.changed_at),
});
const changers = (rows: readonly { changed_by: string | null }[]) => rows.flatMap((row) => row.changed_by ?? []);

type ListedRow = Awaited<ReturnType<typeof listedTemplates.page>>['rows'][number];
const shown = (names: ReadonlyMap<string, string>) => (row: ListedRow) => ({
  ...row,
  ...stampOf(row, names),
  language: languages.find((one) => one === row.language) ?? 'en',
  state: templateStates.find((one) => one === row.state) ?? 'built-in',
});

async function page(
  tx: Tx,
  call: SignedInCall,
  { event, language }: TemplatePlace,
  deps: MailTemplateDeps,
): Promise<ReplyOf<Routes['mailTemplate']>> {
  const rows = await templateVersions(tx, event, language, VERSIONS);
  const names = await deps.namesOf(tx, changers(rows));
  const builtIn = builtInTemplate(event, language);
  const [newest] = rows;
  const isOwn = newest?.subject != null && newest.body != null;
  const brand = call.tenant.displayName;
  const values = sampleMail(event, { brand, firstName: 'Priya', origin: call.origin });
  const sampled = variablesOf(event, values, language);
  return {
    event,
    language,
    title: mailTitle(event, brand, await deps.languageOf(tx, call.principal.userId)),
    state: !isOwn ? 'built-in' : newest.fault === null ? 'own' : 'broken',
    fault: isOwn ? newest.fault : null,
    subject: newest?.subject ?? builtIn.subject,
    body: newest?.body ?? builtIn.body,
    built_in: builtIn,
    variables: variableNames(event).map((name) => ({
      name,
      sample: name === 'link' ? call.origin : String(sampled[name] ?? ''),
      in_subject: subjectVariables(event).includes(name),
    })),
    needs_link: eventOf(event).action !== undefined,
    filters: [...templateFilters],
    versions: rows.map((row) => ({
      ...stampOf(row, names),
      ...(row.subject !== null && row.body !== null ? { subject: row.subject, body: row.body } : {}),
      fault: row.fault,
      is_built_in: row.subject === null,
    })),
    ...stampOf(newest ?? { version: 0, changed_by: null, changed_at: null }, names),
  };
}

export const mailTemplateHandlers = (deps: MailTemplateDeps): Handlers<Routes> => {
  const known = async (tx: Tx, call: SignedInCall) =>
    knownTo(await deps.languageOf(tx, call.principal.userId), call.tenant.displayName);
  return {
    mailTemplates: inTransaction(async ({ query }, call, tx) => {
      const { rows, total } = await listedTemplates.page(tx, query, await known(tx, call));
      return { rows: rows.map(shown(await deps.namesOf(tx, changers(rows)))), total };
    }),
    exportMailTemplates: async ({ query }, call) => {
      // some dozens of rows: at once, in the order asked for
      async function* whole() {
        yield await call.transaction(async (tx) => {
          const rows = await listedTemplates.whole(tx, query, await known(tx, call));
          return rows.map(shown(await deps.namesOf(tx, changers(rows))));
        });
      }
      const what = { action: 'mail-templates.exported', objectKind: 'mail-template', filter: query } as const;
      return exportList(call, what, mailTemplateList, whole());
    },
    mailObjects: inTransaction(async ({ query }, _call, tx) => ({ rows: await deps.objects(tx, query.kind, query.q) })),
    mailTemplate: inTransaction(({ params }, call, tx) => page(tx, call, placeOf(params), deps)),
    saveMailTemplate: inTransaction(async ({ params, body: { version, ...draft } }, call, tx) => {
      const place = placeOf(params);
      await saveTemplate(tx, call, place, { version, draft });
      return page(tx, call, place, deps);
    }),
    restoreMailTemplate: inTransaction(async ({ params, body }, call, tx) => {
      const place = placeOf(params);
      await restoreTemplate(tx, call, place, body);
      return page(tx, call, place, deps);
    }),
    previewMailTemplate: inTransaction((input, call, tx) => rendered(tx, call, input, deps)),
    testMailTemplate: inTransaction((input, call, tx) => sendTest(tx, call, input, deps)),
  };
};
