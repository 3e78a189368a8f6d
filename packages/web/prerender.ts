// After `vite build`: writes every page of the public site in every language as a file that reads without a script,
// with the page list, the sitemap, robots.txt and the preview picture beside it. The server fills in %BOOT%, %BRAND%
// and %ORIGIN% when it serves them.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lang, languages } from './site/content/languages.ts';
import preview from './site/og.png?inline';
import { fileOf, type PageName, pageNames, pages } from './site/pages.ts';
import { type RenderedPage, renderPage } from './site/render.tsx';

const web = join(process.cwd(), 'dist', 'web');
const out = join(web, 'site');

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);

const openGraphLocales: Record<Lang, string> = { en: 'en_US', es: 'es_ES', hi: 'hi_IN' };

/** the one font file that the first paint needs; `font-display: optional` relies on its being there early */
function fontUrl(): string {
  const file = readdirSync(join(web, 'assets')).find((name) => /^inter-latin-wght-normal-.*\.woff2$/.test(name));
  if (!file) throw new Error('dist/web/assets holds no inter-latin-wght-normal font; run the web build first');
  return `/assets/${file}`;
}

/** what a shared link shows: the console on demo data, without a name, for any brand */
function writePreview(): string {
  const image = Buffer.from(preview.slice(preview.indexOf(',') + 1), 'base64');
  const url = `/assets/og-${createHash('sha256').update(image).digest('hex').slice(0, 8)}.png`;
  writeFileSync(join(web, url), image);
  return url;
}
const previewUrl = writePreview();

function headOf(name: PageName, lang: Lang, { title, description }: RenderedPage): string {
  const url = `%ORIGIN%${pages[name]}`;
  const property = (key: string, content: string) => `<meta property="og:${key}" content="${escapeHtml(content)}" />`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<link rel="canonical" href="${url}" />`,
    property('type', 'website'),
    property('site_name', '%BRAND%'),
    property('title', title),
    property('description', description),
    property('url', url),
    property('locale', openGraphLocales[lang]),
    property('image', `%ORIGIN%${previewUrl}`),
    property('image:width', '1200'),
    property('image:height', '630'),
    '<meta name="twitter:card" content="summary_large_image" />',
    `<link rel="preload" href="${fontUrl()}" as="font" type="font/woff2" crossorigin />`,
    '<script id="boot" type="application/json">%BOOT%</script>',
  ].join('\n    ');
}

function writePage(template: string, name: PageName, lang: Lang): void {
  const page = renderPage(name, lang);
  // functions, because a text may contain `$&`
  const html = template
    .replace('<html lang="en">', () => `<html lang="${lang}">`)
    .replace('<!--page-head-->', () => headOf(name, lang, page))
    .replace('<!--page-body-->', () => page.body);
  writeFileSync(join(out, lang, fileOf(name)), html);
}

function sitemap(): string {
  const urls = pageNames.map((name) => `  <url><loc>%ORIGIN%${pages[name]}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

const robots = 'User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /operator\n\nSitemap: %ORIGIN%/sitemap.xml\n';

const template = readFileSync(join(web, 'site.html'), 'utf8');
for (const lang of languages) {
  mkdirSync(join(out, lang), { recursive: true });
  for (const name of pageNames) writePage(template, name, lang);
}
const paths = Object.fromEntries(pageNames.map((name) => [pages[name], fileOf(name)]));
writeFileSync(join(out, 'pages.json'), `${JSON.stringify(paths, null, 2)}\n`);
writeFileSync(join(web, 'sitemap.xml'), sitemap());
writeFileSync(join(web, 'robots.txt'), robots);
