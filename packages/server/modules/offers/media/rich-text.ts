// Rich text as the form's editor can make it, and nothing else: cleaned when it is stored and again when it is read, so
// that neither a hole of yesterday nor a row written past us reaches a browser.
import { type RichName, richNames } from '@tributary/contract/offers/offer-fields';
import sanitizeHtml from 'sanitize-html';

const SIZES = [8, 9, 10, 11, 12, 14, 18, 24, 36];
const FONTS = ['Courier New', 'Fira Sans', 'Times New Roman'];
const COLOUR = [
  /^#[0-9a-f]{3,4}$|^#[0-9a-f]{6}([0-9a-f]{2})?$/i,
  /^rgba?\(\s*\d{1,3}\s*(,\s*\d{1,3}\s*){2}(,\s*(0|1|0?\.\d+)\s*)?\)$/,
];
const LINK = /^(https?:\/\/|mailto:)/i;

const styles = {
  'font-size': [new RegExp(`^(${SIZES.join('|')})px$`)],
  'font-family': [new RegExp(`^["']?(${FONTS.join('|')})["']?(\\s*,\\s*(monospace|sans-serif|serif))?$`)],
  color: COLOUR,
  'text-align': [/^(left|center|right|justify)$/],
};

const rich: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'ul', 'ol', 'li', 'a'],
  ],
  allowedAttributes: { '*': ['style'], a: ['href', 'rel', 'target'] },
  allowedStyles: { '*': styles },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // whatever is inside these is code or another language's markup, never text a person wrote
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'svg', 'math', 'template', 'xmp', 'iframe'],
  transformTags: {
    a: (tagName, { href = '', style }) => ({
      tagName,
      attribs: {
        ...(style ? { style } : {}),
        ...(LINK.test(href) ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' } : {}),
      },
    }),
  },
};

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

export const cleanRichText = (html: string | null): string | null =>
  html === null ? null : sanitizeHtml(html, rich) || null;
export const cleanCreative = (html: string): string => sanitizeHtml(html, creative);

export const withCleanRichText = <Fields extends Record<RichName, string | null>>(fields: Fields): Fields => ({
  ...fields,
  ...Object.fromEntries(richNames.map((name) => [name, cleanRichText(fields[name])])),
});
