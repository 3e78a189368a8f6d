// Whose money it is, found by typing: by routes of the sections that work with it, so that a picker opens wherever its screen does.
import { billingChoiceRoutes } from '@tributary/contract/billing/choices';
import { call } from '../../kit/api/api.ts';
import type { CallContext } from '../../kit/resource/declaration.ts';

const shown = ({ rows }: { rows: { id: string; number: number; name: string }[] }) =>
  rows.map(({ id, number, name }) => ({ value: id, label: `${name} (${number})` }));

export const loadPayees = async (q: string, context: CallContext) =>
  shown(await call(billingChoiceRoutes.payeeChoices, { query: { q } }, context));
export const loadPayers = async (q: string, context: CallContext) =>
  shown(await call(billingChoiceRoutes.payerChoices, { query: { q } }, context));
