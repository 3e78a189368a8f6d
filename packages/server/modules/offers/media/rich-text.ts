// Rich text as the form's editor can make it, and nothing else: cleaned when it is stored and again when it is read, so
// that neither a hole of yesterday nor a row written past us reaches a browser.
import { type RichName, richNames } from '@tributary/contract/offers/offer-fields';
import sanitizeHtml from 'sanitize-html';
import { cleanRichText, richTextRules } from '../../../platform/rich-text.ts';

export { cleanRichText };

const rich = richTextRules();

/** an advertisement's markup: rich text with pictures, whose addresses may be filled in by the publisher */
const creative: sanitizeHtml.IOptions = {
  ...rich,
  allowedTags: [...(rich.allowedTags || []), 'img', 'div'],
  allowedAttributes: { '*': ['style'], a: ['href', 'rel', 'target'], img: ['src', 'alt', 'width', 'height'] },
  transformTags: {
    ...rich.transformTags,
    img: (tagName, { src = '', alt = '', width, height }) => ({
      tagName,
      attribs: {
        ...(/^https?:\/\//i.test(src) ? { src } : {}),
        alt,
        ...(width && /^\d{1,4}$/.test(width) ? { width } : {}),
        ...(height && /^\d{1,4}$/.test(height) ? { height } : {}),
      },
    }),
  },
};

export const cleanCreative = (html: string): string => sanitizeHtml(html, creative);

export const withCleanRichText = <Fields extends Record<RichName, string | null>>(fields: Fields): Fields => ({
  ...fields,
  ...Object.fromEntries(richNames.map((name) => [name, cleanRichText(fields[name])])),
});
