// A template's body is rich text with variables in it: cleaned when it is saved, and what it became is cleaned again before it leaves.
import sanitizeHtml from 'sanitize-html';
import { isWebLink, richTextRules } from '../../platform/rich-text.ts';
import { decodeEntities } from './html-text.ts';
import { TemplateFault } from './liquid.ts';
import { placed } from './variables.ts';

const PRIVATE = /\p{Co}/gu;
const LINK_VARIABLE = /^\{\{-?\s*link\s*-?\}\}$/;
/** a fixed address, or the mail's own: no value decides where a link leads */
const isKept = (href: string): boolean => LINK_VARIABLE.test(href) || (isWebLink(href) && !/\{[{%]/.test(href));

/** as it is stored; a link that would not survive is refused, not dropped in silence */
export function cleanTemplateBody(html: string): string {
  let refused = '';
  const clean = sanitizeHtml(
    html.replaceAll(PRIVATE, ''),
    richTextRules((href) => {
      if (href.trim() !== '' && !isKept(href)) refused = href;
      return isKept(href);
    }),
  );
  if (refused) {
    throw new TemplateFault(
      `A link leads to a web address, an e-mail address or the variable link, not to ${refused.slice(0, 60)}.`,
    );
  }
  return clean.trim();
}

/** the editor writes "<" inside a placeholder as "&lt;" */
export const liquidOf = (body: string): string =>
  body
    .replaceAll(/\{\{.*?\}\}|\{%.*?%\}/gs, (part) => decodeEntities(part))
    .replaceAll(/href="\{\{-?\s*link\s*-?\}\}"/g, `href="${placed.address}"`);

/** what a template became: as strict as what may be stored, with the places of the action */
export const cleanRendered = (html: string): string =>
  sanitizeHtml(
    html,
    richTextRules((href) => isWebLink(href) || href === placed.address),
  );
