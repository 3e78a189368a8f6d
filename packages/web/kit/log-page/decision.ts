// A decision about one row that asks for its reason: the question, the call, what is said then. A call that fails leaves the
// question open with what was written, so that nobody has to think of a reason twice.
import type { Icon } from '../../ui/icons.ts';
import type { Session } from '../api/session.ts';
import { reasonDialog } from '../dialogs/dialogs.tsx';
import { toast } from '../dialogs/toast.tsx';
import { sentenceFor } from '../language/sentence-for.ts';
import { reportError } from '../pages/report-error.ts';
import type { RowAction } from '../resource/declaration.ts';
import type { Verb } from '../shell/permissions.ts';

export const REASON_LENGTH = 500;

export interface Decision<Row> extends Verb {
  label: string;
  icon: Icon;
  danger?: boolean;
  when: (row: Row) => boolean;
  title: (row: Row) => string;
  /** the consequence */
  text: (row: Row) => string;
  /** reasons that are often given */
  usual: readonly string[];
  /** what is left to ask once the dialog is closed, where something is; false where it was not done then */
  send: (row: Row, reason: string, session: Session) => Promise<(() => Promise<boolean>) | undefined>;
  done: string;
}

export const decisionAction = <Row>(decision: Decision<Row>): RowAction<Row> => ({
  label: decision.label,
  calls: decision.calls,
  icon: decision.icon,
  danger: decision.danger,
  when: decision.when,
  run: async (row, { session, reload }) => {
    const { label, danger, usual } = decision;
    let rest: (() => Promise<boolean>) | undefined;
    const said = (error: unknown) => {
      reportError(`${label} failed`, error);
      return sentenceFor(error);
    };
    const reason = await reasonDialog(
      { title: decision.title(row), text: decision.text(row), confirm: label, danger },
      { maxLength: REASON_LENGTH, usual },
      async (written) => {
        try {
          rest = await decision.send(row, written, session);
          return null;
        } catch (error) {
          return said(error);
        }
      },
    );
    if (reason === null) return;
    try {
      if (!rest || (await rest())) toast.success(decision.done);
    } catch (error) {
      toast.error(said(error));
    }
    await reload();
  },
});
