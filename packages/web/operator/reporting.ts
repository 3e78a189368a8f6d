import { reportError } from '../kit/report-error.ts';
import { sentenceFor } from '../kit/sentence-for.ts';
import { toast } from '../kit/toast.tsx';

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
