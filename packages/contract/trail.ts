// What the trail keeps of a change, as a history shows it: by name, what was and what became. It outlives every release's shapes,
// so its names are open and its values plain JSON; a reader that knows what it looks for takes that and leaves the rest.
import { z } from 'zod';
import { byName } from './hiding.ts';

/** named in place, for it refers to itself: the document of the API has it once */
export const Json = z.json().register(z.globalRegistry, { id: 'Json' });
export const TrailValues = byName(z.record(z.string(), Json));
export type TrailValues = z.infer<typeof TrailValues>;

/** an entry of the history of one record; both are null where nothing was, or nothing is told */
export const TrailEntry = z.object({
  id: z.string(),
  /** unix seconds */
  at: z.number().int(),
  actor: z.string(),
  action: z.string(),
  before: TrailValues.nullable(),
  after: TrailValues.nullable(),
});
export type TrailEntry = z.infer<typeof TrailEntry>;
