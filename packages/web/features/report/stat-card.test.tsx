import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openScreen } from '../../kit/testing/open-screen.tsx';
import { StatCard } from './stat-card.tsx';

const linesOf = (label: string) =>
  [...(document.querySelector(`[data-stat="${label}"] > span:nth-child(2)`)?.children ?? [])].map((line) => [
    line.textContent?.trim(),
    line instanceof HTMLElement && line.style.getPropertyValue('--characters'),
  ]);

it('a figure of two currencies has a line for each, sized by what must not be cut', () => {
  openScreen(<StatCard label="Revenue" value="$1,246.40 + €33.16 (no rate)" />);
  expect(linesOf('Revenue')).toEqual([
    ['$1,246.40', '9'],
    ['+ €33.16 (no rate)', '6'],
  ]);
});

it('a card leads to the report behind it, and one that waits says nothing yet', () => {
  openScreen(<StatCard label="Clicks" value={null} to="/am/reports?metrics=clicks" />);
  expect(screen.getByRole('link', { name: /Clicks/ }).getAttribute('href')).toBe('/am/reports?metrics=clicks');
  expect(linesOf('Clicks')).toEqual([]);
});
