// One journey through all that can be pressed: every control of every screen of the three portals, with a mouse on its
// visible words, what it opens, and Back and Forward where it leads elsewhere. No row, heading or figure of another
// question stands anywhere, nothing fails unheard, and nothing that can be pressed does nothing. A test for each screen,
// so that the workers share them. `npm run journey` goes to every screen, `npm test` to one in six of each portal.
import { watchAnswers } from './answers.ts';
import { refusedOnTheWalk, startPressing } from './press-controls.ts';
import { expect, openAs, roles, test } from './support.ts';
import { screensOfRole, tabScreensOfRole } from './walk-screens.ts';

// much is pressed: a loaded machine needs its time
test.describe.configure({ timeout: 240_000 });
test.use({ expectedErrors: refusedOnTheWalk });

const isWhole = process.env.JOURNEY === 'whole';

for (const role of roles) {
  const all = [...screensOfRole[role], ...tabScreensOfRole[role]];
  for (const { path } of all.filter((_screen, at) => isWhole || at % 6 === 1)) {
    test(`${path}: every control, pressed on its words, answers, and nothing of another question stands`, async ({
      page,
    }) => {
      await openAs(page, role, 'demo', '/robots.txt');
      const pressControls = await startPressing(page, await watchAnswers(page));
      expect(await pressControls(path)).toEqual([]);
    });
  }
}
