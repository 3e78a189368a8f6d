// dist/web/verify.html: the checker and its page as one file, which works from a disk. Its policy names the hash of the one script
// and the one style that it has, and nothing else: it can call nobody.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { inRoot } from './root.mjs';

/** as the browser hashes them */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export async function buildVerifyPage() {
  // it is a dependency, which a fresh clone has only by now
  const { build } = await import('vite');
  const [output] = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      // whoever checks with it may read it
      minify: false,
      target: 'es2022',
      lib: { entry: inRoot('packages/verify/page.mjs'), formats: ['iife'], name: 'verify', fileName: 'verify' },
    },
  });
  // nothing in it can end the element that it stands in
  const script = output.output[0].code.replaceAll('</script', '<\\/script');
  const page = fs.readFileSync(inRoot('packages/verify/page.html'), 'utf8');
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const html = page
    .replace('<!--POLICY-->', () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`)
    .replace('/*SCRIPT*/', () => script);
  fs.writeFileSync(inRoot('dist/web/verify.html'), html);
}
