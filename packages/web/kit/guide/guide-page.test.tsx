import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openScreen } from '../testing/open-screen.tsx';
import { GuidePage } from './guide-page.tsx';
import { Snippet } from './snippet.tsx';

const secret = 's3cret';
const guide = (
  <GuidePage
    title="Postback"
    purpose="How to tell us"
    otherwise="waiting"
    sections={[
      {
        id: 'snippets',
        title: 'Snippets',
        body: <Snippet title="Pixel" help="Paste it" text={`<img ${secret}>`} secret={secret} />,
      },
      { id: 'parameters', title: 'Parameters', text: 'What is understood', body: <p>click_id</p> },
    ]}
  />
);

it('each section has an address of its own, and the page a list of them', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user, router } = openScreen(guide, { path: '/guide?offer=7' });
  const contents = screen.getByRole('navigation', { name: 'On this page' });
  expect(
    within(contents)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Snippets', 'Parameters']);
  await user.click(within(contents).getByRole('link', { name: 'Parameters' }));
  const { pathname, search, hash } = router.state.location;
  expect(pathname + search + hash).toBe('/guide?offer=7#parameters');
  expect(scrolled.mock.instances.map((element) => (element as Element).id)).toEqual(['parameters']);
});

it('whoever comes by such an address is brought there', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  openScreen(guide, { path: '/guide#snippets' });
  expect(scrolled.mock.instances.map((element) => (element as Element).id)).toEqual(['snippets']);
});

it('a secret is hidden on the screen and whole in the copy', async () => {
  const { user } = openScreen(guide);
  expect(screen.queryByText(new RegExp(secret))).toBeNull();
  screen.getByText('<img ••••••••>');
  await user.click(screen.getByRole('button', { name: 'Copy pixel' }));
  expect(await navigator.clipboard.readText()).toBe(`<img ${secret}>`);
});

it('until there is something to show, what stands in its place is shown', () => {
  openScreen(<GuidePage title="Postback" purpose="" sections={null} otherwise={<p>Loading the guide</p>} />);
  screen.getByText('Loading the guide');
  expect(screen.queryByRole('navigation')).toBeNull();
});
