// For tests only: a mail's link leads its reader to a screen of his own surface, not to somebody else's and not to nowhere.
import { readFileSync } from 'node:fs';
import type { TestApp } from './testing.ts';

const surfaceOf: Readonly<Record<string, { base: string; folder: string }>> = {
  admin: { base: 'am', folder: 'admin' },
  publisher: { base: 'publisher', folder: 'publisher' },
  advertiser: { base: 'advertiser', folder: 'advertiser' },
};

/** the route table of a surface, as its source declares it */
function screensOf({ base, folder }: { base: string; folder: string }): RegExp[] {
  const source = readFileSync(new URL(`../web/${folder}/surface.tsx`, import.meta.url), 'utf8');
  return [...source.matchAll(/^ {4}'?([\w/:-]+)'?: lazy\(/gm)].map(
    ([, path = '']) => new RegExp(`^/${base}/${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  );
}

interface Checked {
  /** how many links were followed */
  followed: number;
  lost: string[];
}

/** of all mails that were sent so far */
export async function mailLinks(t: TestApp): Promise<Checked> {
  const people = await t.database.asOwner<{ email: string; type: string }>('select email, type from users');
  const checked: Checked = { followed: 0, lost: [] };
  for (const { to, subject, text } of await t.inbox()) {
    const reader = people.find(({ email }) => to.includes(email));
    const surface = reader && surfaceOf[reader.type];
    for (const [address] of text.matchAll(/https?:\/\/\S+/g)) {
      const { pathname } = new URL(address);
      // the way in is everybody's
      if (!surface || pathname === '/') continue;
      checked.followed += 1;
      if (!screensOf(surface).some((screen) => screen.test(pathname))) {
        checked.lost.push(`"${subject}" to ${reader.type}: ${pathname}`);
      }
    }
  }
  return checked;
}
