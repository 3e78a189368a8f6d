// Narrows a log to what one person did, or what was done in that person's name.
import { accessLogRoutes } from '@tributary/contract/logs/access-log';
import { call } from '../../kit/api/api.ts';
import type { ListFilter } from '../../kit/resource/declaration.ts';
import { t } from '../../words/admin.ts';

export const peopleFilter = <Row>(
  nameIn: (row: Row) => { id: string; name: string } | null,
): ListFilter<Row, 'person_id'> => ({
  kind: 'found',
  name: 'person_id',
  label: t('logs.person'),
  of: 'log-people',
  load: async (q, context) => {
    const { rows } = await call(accessLogRoutes.logPeople, { query: { q } }, context);
    return rows.map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }));
  },
  nameIn,
});
