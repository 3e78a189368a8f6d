// The plain-text part of a mail, made from its clean HTML: paragraphs stand apart, a link is its words and its address.
const BLOCK = /^(p|h[1-6]|ul|ol|blockquote|pre|hr|table)$/;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

const hrefIn = (tag: string): string => decodeEntities(/\shref="([^"]*)"/.exec(tag)?.[1] ?? '');

export function textOfHtml(html: string): string {
  let text = '';
  let link: { href: string; from: number } | null = null;
  for (const [token] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    if (!token.startsWith('<')) {
      text += decodeEntities(token).replaceAll(/\s+/g, ' ');
      continue;
    }
    const closes = token.startsWith('</');
    const name = /^<\/?([a-z0-9]+)/i.exec(token)?.[1]?.toLowerCase() ?? '';
    if (name === 'br') text += '\n';
    else if (name === 'li') text += closes ? '' : '\n- ';
    else if (BLOCK.test(name)) text += '\n\n';
    else if (name === 'a' && !closes) link = { href: hrefIn(token), from: text.length };
    else if (name === 'a' && link) {
      const { href, from } = link;
      const words = text.slice(from).trim();
      // an address of a person says itself
      if (href && words !== href && href !== `mailto:${words}`) text += `: ${href}`;
      link = null;
    }
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
