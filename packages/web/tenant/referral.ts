// Who led somebody here: the code of a publisher's link is kept for thirty days, so that it counts when he signs up another day.
const NAME = 'referred_by';
const DAYS = 30;
const DAY_SECONDS = 86_400;
const CODE = /^[\w-]{1,64}$/;

const kept = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1);

/** the newest link counts */
export function referralCode(search: URLSearchParams): string | undefined {
  const given = search.get('ref');
  if (given && CODE.test(given)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the store that replaces it is not in every browser yet
    document.cookie = `${NAME}=${given}; max-age=${DAYS * DAY_SECONDS}; path=/; samesite=lax`;
    return given;
  }
  const known = kept();
  return known && CODE.test(known) ? known : undefined;
}
