// Rich text as the reader sees it. The server cleans it on the way in and out; here it is rebuilt from a closed list of
// elements and styles, so that no markup of a stranger is ever handed to the page as markup.
import { createElement, type ReactNode, useMemo } from 'react';
import { fontFamilies, fontSizes } from './choices.ts';
import classes from './rich-text.module.css';

const TAGS = new Set('p br strong b em i u s span h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code a'.split(' '));
const ALIGNMENTS = ['left', 'center', 'right'];

export function RichTextView({ html }: { html: string }) {
  const content = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return childrenOf(body);
  }, [html]);
  return <div className={classes.view}>{content}</div>;
}

const childrenOf = (node: Node): ReactNode[] => Array.from(node.childNodes, (child, at) => rebuilt(child, at));

function rebuilt(node: Node, key: number): ReactNode {
  if (node instanceof Text) return node.data;
  if (!(node instanceof HTMLElement)) return null;
  const tag = node.localName;
  if (tag === 'script' || tag === 'style') return null;
  const children = childrenOf(node);
  if (!TAGS.has(tag)) return children;
  const props = { key, style: styleOf(node.style), ...(tag === 'a' ? linkOf(node) : {}) };
  return tag === 'br' ? createElement('br', { key }) : createElement(tag, props, ...children);
}

function linkOf(node: HTMLElement): Record<string, string> {
  const href = node.getAttribute('href') ?? '';
  return /^(https?:\/\/|mailto:)/i.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {};
}

function styleOf(style: CSSStyleDeclaration): Record<string, string> | undefined {
  const font = style.fontFamily.replaceAll(/["']/g, '');
  const known: Record<string, string> = {};
  if (fontSizes.some((size) => style.fontSize === `${size}px`)) known.fontSize = style.fontSize;
  if (fontFamilies.some((family) => family === font)) known.fontFamily = font;
  if (ALIGNMENTS.includes(style.textAlign)) known.textAlign = style.textAlign;
  return Object.keys(known).length > 0 ? known : undefined;
}
