import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openScreen } from '../testing/open-screen.tsx';
import { Card, Cards } from './card.tsx';

const cards = (
  <Cards>
    <Card title="Profile">Name</Card>
    <Card title="Two-factor sign-in" anchor="two-factor">
      App
    </Card>
  </Cards>
);

it('is where a link that names it leads, though it comes after the page', () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView');
  openScreen(cards, { path: '/am/profile#two-factor' });
  const card = screen.getByRole('region', { name: 'Two-factor sign-in' });
  expect(seen.mock.contexts).toEqual([card]);
  expect(document.activeElement).toBe(card);
});

it('leaves a page at its top where no link names it', () => {
  openScreen(cards, { path: '/am/profile' });
  expect(document.activeElement).not.toBe(screen.getByRole('region', { name: 'Two-factor sign-in' }));
});
