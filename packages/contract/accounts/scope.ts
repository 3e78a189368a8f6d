// Of whose rows a role sees any: of all publishers and advertisers, or of those alone that its holder is in charge of. Zod-free.

export const scopeKinds = ['publishers', 'advertisers'] as const;
export type ScopeKind = (typeof scopeKinds)[number];
/** in rising order */
export const scopeReaches = ['assigned', 'all'] as const;
export type ScopeReach = (typeof scopeReaches)[number];
export type Scope = Readonly<Record<ScopeKind, ScopeReach>>;

export const wholeScope: Scope = { publishers: 'all', advertisers: 'all' };
/** what a word means that this release does not know */
export const ownScope: Scope = { publishers: 'assigned', advertisers: 'assigned' };
