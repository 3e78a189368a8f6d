// How a saved template is taken back: what it said before is saved as its next version, and is tried as every draft is.
import { languages } from '@tributary/contract/accounts/profile';
import { mailTemplateRoutes } from '@tributary/contract/mail-templates';
import { z } from 'zod';
import { type Change, type Inverses, trailForm } from '../audit/index.ts';
import { isMailName } from './content.ts';
import { eventOf } from './events.ts';
import { saveTemplate, type TemplatePlace, wordsOf } from './save-template.ts';
import { templateVersions } from './templates.repo.ts';

const Words = z.object({ subject: z.string().nullable(), body: z.string().nullable() });

function placeIn({ objectId }: Change): TemplatePlace | null {
  const at = objectId.lastIndexOf('.');
  const event = objectId.slice(0, at);
  const language = languages.find((one) => one === objectId.slice(at + 1));
  return language && isMailName(event) && !eventOf(event).ours ? { event, language } : null;
}

export const mailInverses: Inverses = {
  'mail.template.changed': {
    route: () => mailTemplateRoutes.saveMailTemplate,
    isWhole: (change) => placeIn(change) !== null,
    now: async (tx, change) => {
      const place = placeIn(change);
      if (!place) return null;
      const [newest] = await templateVersions(tx, place.event, place.language, 1);
      return trailForm(wordsOf(newest));
    },
    back: async (tx, call, change) => {
      const place = placeIn(change);
      if (!place) return;
      const [newest] = await templateVersions(tx, place.event, place.language, 1);
      const { subject, body } = Words.parse(change.before);
      const draft = subject !== null && body !== null ? { subject, body } : null;
      await saveTemplate(tx, call, place, { version: newest?.version ?? 0, draft });
    },
  },
};
