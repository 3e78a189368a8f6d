// A full cap stands in the way of what an account manager does: only a person goes over it, asked in the same words everywhere.
import { ApiError } from '../../kit/api/api-error.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { t } from '../../words/admin.ts';

const isOverCap = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.code === 'over_cap';

/** `act`: "Add it", "Approve 3 conversions" */
export const askOver = (act: string, verb: string): Promise<boolean> =>
  confirmDialog({
    title: t('conversions.overTheCap', { act }),
    text: t('conversions.aCapOfTheOffer'),
    confirm: t('conversions.overTheCap2', { verb }),
    danger: true,
  });

/** sends; where a cap is full, gives the question whose yes sends it over the cap. Undefined: it went through */
export async function sendOrAsk(
  act: string,
  verb: string,
  send: (overCap: boolean) => Promise<unknown>,
): Promise<(() => Promise<boolean>) | undefined> {
  try {
    await send(false);
    return undefined;
  } catch (error) {
    if (!isOverCap(error)) throw error;
    return async () => {
      const isSure = await askOver(act, verb);
      if (isSure) await send(true);
      return isSure;
    };
  }
}

/** false where the reader thought better of it */
export async function sendOrOver(
  act: string,
  verb: string,
  send: (overCap: boolean) => Promise<unknown>,
): Promise<boolean> {
  const ask = await sendOrAsk(act, verb, send);
  return ask === undefined || ask();
}
