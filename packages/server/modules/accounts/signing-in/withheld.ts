import type { PublisherColumn } from '@tributary/contract';
import { withheldBy } from '@tributary/contract/settings/publishers';
import { valueIn } from '../../settings/index.ts';

/** what the workspace keeps from a caller, by the stored value of its settings: from publishers alone */
export const withheldFrom = ({ type, columns }: { type: string; columns: unknown }): readonly PublisherColumn[] =>
  type === 'publisher' ? withheldBy(valueIn('publishers', columns)) : [];
