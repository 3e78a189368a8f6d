// One bulk action from click to toast. It runs outside the page, so that leaving the list does not stop it; long work
// shows how far it is.
import { notifications } from '@mantine/notifications';
import { t } from '../../words/kit.ts';
import type { Session } from '../api/session.ts';
import { confirmDialog, reasonDialog } from '../dialogs/dialogs.tsx';
import { toast } from '../dialogs/toast.tsx';
import { reportError } from '../pages/report-error.ts';
import { MAX_IN_FLIGHT, runBulk } from './bulk.ts';
import type { BulkAction } from './declaration.ts';

export async function runBulkAction<Row>(
  action: BulkAction<Row>,
  selected: readonly Row[],
  session: Session,
): Promise<boolean> {
  const rows = action.only ? selected.filter(action.only) : selected;
  try {
    const question = await action.confirm?.(rows, { session });
    if (question && !(await confirmDialog(question))) return false;
  } catch (error) {
    reportError(`${action.label}: could not be asked about`, error); // and so it is not done
    toast.error(action.failed(rows.length));
    return false;
  }
  const reason = action.askReason ? await reasonDialog(action.askReason(rows)) : '';
  if (reason === null) return false;
  const progress = rows.length > MAX_IN_FLIGHT ? showProgress(action.label, rows.length) : null;
  const { done, failed } = await runBulk(rows, (row) => action.run(row, { session, reason }), {
    onProgress: progress?.update,
  });
  progress?.close();
  const [first] = failed;
  if (first) {
    reportError(`${action.label}: ${failed.length} of ${rows.length} failed`, first.error);
    toast.error(action.failed(failed.length));
  } else {
    const { text, tone } = action.done(done.length);
    toast[tone](text);
  }
  return true;
}

function showProgress(label: string, total: number) {
  const message = (finished: number) => t('resource.of2', { label, finished, total });
  const id = notifications.show({ message: message(0), loading: true, autoClose: false, role: 'status' });
  return {
    update: (finished: number) => {
      notifications.update({ id, message: message(finished), loading: true, autoClose: false, role: 'status' });
    },
    close: () => {
      notifications.hide(id);
    },
  };
}
