// What other modules may join of the caps' windows.
import { expressionBuilder } from 'kysely';
import type { DB } from '../../platform/db/schema.gen.ts';

const read = expressionBuilder<DB>();

export const capWindowRows = read
  .selectFrom('cap_windows')
  .select(['tenant_id', 'cap_id', 'window_start', 'window_end', 'spent']);

export const reachedRows = read.selectFrom('caps_reached').selectAll();
