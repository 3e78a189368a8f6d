import { toast } from '../kit/dialogs/toast.tsx';
import { sentenceFor } from '../kit/language/sentence-for.ts';
import { reportError } from '../kit/pages/report-error.ts';

/** Does it; what goes wrong is logged and said in a toast. True where it went well. */
export async function reporting(what: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    reportError(what, error);
    toast.error(sentenceFor(error));
    return false;
  }
}
