// Light or dark, as the console knows it: scheme.js decides before the first paint; from then on the page follows the
// system until the reader chooses.
const KEY = 'mantine-color-scheme-value';
type Scheme = 'light' | 'dark';

const show = (scheme: Scheme): void => {
  document.documentElement.dataset.mantineColorScheme = scheme;
};

export function switchScheme(): void {
  const next = document.documentElement.dataset.mantineColorScheme === 'dark' ? 'light' : 'dark';
  show(next);
  localStorage.setItem(KEY, next);
}

export function followSystemScheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    const chosen = localStorage.getItem(KEY);
    if (chosen !== 'light' && chosen !== 'dark') show(matches ? 'dark' : 'light');
  });
}
