// An action on a row that is one call: asked about first where there is something to ask, then a toast, and the list again.
import { type Confirmation, confirmDialog } from '../dialogs/dialogs.tsx';
import { toast } from '../dialogs/toast.tsx';
import { sentenceFor } from '../language/sentence-for.ts';
import { reportError } from '../pages/report-error.ts';
import type { CallContext, RowAction, Tools } from './declaration.ts';

/** what an action throws is reported: nobody waits for it */
export async function runRowAction<Row>(action: RowAction<Row>, row: Row, tools: Tools<Row>): Promise<void> {
  try {
    await action.run(row, tools);
  } catch (error) {
    reportError(`${action.label} failed`, error);
  }
}

interface RowCall<Row> extends Omit<RowAction<Row>, 'when' | 'run'> {
  /** always, where absent */
  when?: RowAction<Row>['when'];
  ask?: (row: Row, context: CallContext) => Confirmation | Promise<Confirmation>;
  send: (row: Row, context: CallContext) => Promise<unknown>;
  /** the toast */
  done: string;
}

export const rowCall = <Row>({ when = () => true, ask, send, done, ...look }: RowCall<Row>): RowAction<Row> => ({
  ...look,
  when,
  run: async (row, tools) => {
    try {
      if (ask && !(await confirmDialog(await ask(row, tools)))) return;
      await send(row, tools);
      toast.success(done);
    } catch (error) {
      reportError(`${look.label}: not done`, error);
      toast.error(sentenceFor(error));
    }
    await tools.reload();
  },
});
