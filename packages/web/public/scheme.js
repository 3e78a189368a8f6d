// What must be settled before the first paint and before any module runs. External because the content security policy
// allows no inline script.
(() => {
  // the colour scheme the reader chose, else the system's
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  // the public site's announcement, once dismissed, must not flash (packages/web/site/parts/announcement.ts)
  if (localStorage.getItem('site-announcement-dismissed') === 'durable-clicks') {
    document.documentElement.dataset.announcement = 'dismissed';
  }
  // schemas are checked without code made from text, which the policy forbids; even trying it would be reported
  globalThis.__zod_globalConfig = { jitless: true };
})();
