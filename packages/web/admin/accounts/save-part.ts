// One change from the drawer: the call, its toast, and list and drawer again.
import type { AccountRecord } from '@tributary/contract/accounts/accounts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { reportError } from '../../kit/pages/report-error.ts';
import type { Tools } from '../../kit/resource/declaration.ts';

/** false where the server refused; its sentence has been said then */
export async function savePart(attempt: Promise<unknown>, done: string, tools: Tools<AccountRecord>): Promise<boolean> {
  try {
    await attempt;
    toast.success(done);
    await tools.reload();
    return true;
  } catch (error) {
    reportError('The account could not be changed', error);
    toast.error(sentenceFor(error));
    return false;
  }
}
