// One journey through all that can be pressed: every control of every screen of the three portals, of an offer's own page,
// of the bar and the menu around them and of the operator's console, with a mouse on its visible words, what it opens, and
// Back and Forward where it leads elsewhere. No row, heading or figure of another question stands anywhere, nothing fails
// unheard, and nothing that can be pressed does nothing. A test for each screen, so that the workers share them.
// `npm run journey` goes to every screen, `npm test` to one in eighteen of each portal.
import { offerPath } from '../../packages/web/admin/offers/offer-path.ts';
import { tabs } from '../../packages/web/admin/offers/page/tab-names.ts';
import { watchAnswers } from './answers.ts';
import { refusedOnTheWalk, startPressing } from './press-controls.ts';
import { expect, homeOf, mainOrigin, onlyInShort, openAs, openAsOperator, roles, test } from './support.ts';
import { screensOfRole, tabScreensOfRole } from './walk-screens.ts';

// much is pressed: a loaded machine needs its time
test.describe.configure({ timeout: 240_000 });
test.use({ expectedErrors: refusedOnTheWalk });

/** an offer of the demo: its page has a tab for each part */
const offerTabs = tabs.map(([name]) => offerPath(2, name));
/** the bar above, the menu beside */
const frames = ['header', 'nav[aria-label="Main menu"]'];

for (const role of roles) {
  const screens = [...screensOfRole[role], ...tabScreensOfRole[role]].map(({ path }) => path);
  const inMain = [...screens, ...(role === 'admin' ? offerTabs : [])].map((path) => ({ path, root: 'main' }));
  const all = [...inMain, ...frames.map((root) => ({ path: homeOf[role], root }))];
  for (const { path, root } of onlyInShort(all, (_screen, at) => at % 18 === 1)) {
    const where = root === 'main' ? path : `${root} of ${path}`;
    test(`${where}: every control, pressed on its words, answers, and nothing of another question stands`, async ({
      page,
    }) => {
      await openAs(page, role, 'demo', '/robots.txt');
      const pressControls = await startPressing(page, await watchAnswers(page), root);
      expect(await pressControls(path)).toEqual([]);
    });
  }
}

const ofOperator = ['/operator/tenants', '/operator/messages', '/operator/mail-failures'];
for (const path of onlyInShort(ofOperator, (_path, at) => at === 1)) {
  test(`${path}: every control, pressed on its words, answers, and nothing of another question stands`, async ({
    page,
  }) => {
    await openAsOperator(page);
    const pressControls = await startPressing(page, await watchAnswers(page), 'body');
    expect(await pressControls(`${mainOrigin}${path}`)).toEqual([]);
  });
}
