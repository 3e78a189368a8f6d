// Where the testers stand, and what they are called.
import {
  countryWays,
  type DeviceProfile,
  deviceNames,
  type HopWay,
  hopWays,
  type TestKind,
  type TestResult,
  type TestState,
  type TestStep,
  testKinds,
  testResults,
  testStates,
  testSteps,
} from '@tributary/contract/trust/tester-words';
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/admin.ts';

export const LINK_TESTER = '/am/tools/link-tester';
export const LINK_RULES = `${LINK_TESTER}/rules`;
export const TEST_REPORTS = '/am/reports/tests';
export const POSTBACK_TEST = '/am/affiliates/postback-test';

export const linkTabs: readonly PageTab[] = [
  { to: LINK_TESTER, label: t('testers.now'), section: 'tools' },
  { to: LINK_RULES, label: t('testers.rules'), section: 'tools' },
];

const worded = <Word extends string>(words: readonly Word[], textOf: (word: Word) => string): Record<Word, string> =>
  Object.fromEntries(words.map((word) => [word, textOf(word)])) as Record<Word, string>;

export const kindWords = worded<TestKind>(testKinds, (word) => t(`testers.kind.${word}`));
export const stateWords = worded<TestState>(testStates, (word) => t(`testers.state.${word}`));
export const resultWords = worded<TestResult>(testResults, (word) => t(`testers.result.${word}`));
export const stepWords = worded<TestStep>(testSteps, (word) => t(`testers.step.${word}`));
export const wayWords = worded<HopWay>(hopWays, (word) => t(`testers.by.${word}`));
export const countryWords = worded<(typeof countryWays)[number]>(countryWays, (word) => t(`testers.country.${word}`));
export const deviceWords = worded<DeviceProfile>(deviceNames, (word) => t(`testers.device.${word}`));
export const stateTones = { running: 'neutral', passed: 'good', failed: 'bad' } as const;

export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
