// Rich text as the kit's editor can make it, and nothing else. What a person wrote is cleaned when it is stored and again when it
// is read, so that neither a hole of yesterday nor a row written past us reaches a reader.
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

/** whether the address of a link may stay as it is */
export type LinkRule = (href: string) => boolean;
export const isWebLink: LinkRule = (href) => LINK.test(href);

export const richTextRules = (mayStay: LinkRule = isWebLink): sanitizeHtml.IOptions => ({
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
        ...(mayStay(href) ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' } : {}),
      },
    }),
  },
});

const rich = richTextRules();
export const cleanRichText = (html: string | null): string | null =>
  html === null ? null : sanitizeHtml(html, rich) || null;
