// A browser's long name for itself as people say it: "Chrome on Windows".
import { t } from '../../words/kit.ts';

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (agent: string, known: typeof browsers): string | undefined =>
  known.find(([pattern]) => pattern.test(agent))?.[1];

export function deviceOf(agent: string): string {
  const browser = nameIn(agent, browsers);
  const system = nameIn(agent, systems);
  if (browser && system) return t('profile.on', { browser, system });
  return browser ?? system ?? (agent.split(/[\s/]/)[0] || t('profile.unknownDevice'));
}
