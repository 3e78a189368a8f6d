import { metricIds, metricLabel } from '@tributary/contract/reports/report-catalogue';
import { expect, test } from 'vitest';
import { isKnown, type Language } from '../../../words/sentences.ts';
import { metricName } from './mail-report.ts';

const roles = ['admin', 'publisher', 'advertiser'] as const;

test('every metric has a name in the catalogue, for every reader', () => {
  const labels = metricIds.flatMap((id) => roles.map((role) => metricLabel(id, role)));
  expect(labels.filter((label) => !isKnown(`metric.${label}`))).toEqual([]);
});

test('a reader’s language names it; English says what screens say', () => {
  const named = (language: Language) => metricName('payout', { role: 'publisher', language });
  expect([named('en'), named('es'), named('hi')]).toEqual(['Earnings', 'Ganancias', 'कमाई']);
  expect(metricName('revenue', { role: 'advertiser', language: 'en' })).toBe(metricLabel('revenue', 'advertiser'));
});
