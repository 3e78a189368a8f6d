// The subdomains we would give a company, best first: its name, then its name with a suffix. One that poses as the platform
// gets a name that says nothing. Names that are too short, reserved, or look like a reserved one never come out of here;
// whether one is taken, the unique index decides.
import { randomBytes } from 'node:crypto';
import { companySlug, FALLBACK_SLUG, withSuffix } from '@tributary/contract/site/company-slug';
import { isReservedSubdomain, isSubdomainShape } from '@tributary/contract/subdomains';
import { posesAsPlatform } from './poses-as-platform.ts';

/** beyond these a number says nothing any more */
const NUMBERED_UP_TO = 9;
const MAX_CANDIDATES = 30;

export function* subdomainsFor(company: string, brandLabel: string): Generator<string> {
  if (posesAsPlatform(company, brandLabel)) {
    for (let count = 1; count <= MAX_CANDIDATES; count++) yield `${FALLBACK_SLUG}-${randomBytes(3).toString('hex')}`;
    return;
  }
  const slug = companySlug(company);
  for (let count = 1; count <= MAX_CANDIDATES; count++) {
    const suffix = count === 1 ? '' : `-${count <= NUMBERED_UP_TO ? count : randomBytes(2).toString('hex')}`;
    const name = withSuffix(slug, suffix);
    if (isSubdomainShape(name) && !isReservedSubdomain(name, brandLabel)) yield name;
  }
}
