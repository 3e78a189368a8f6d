/** the specification: the offer form's toast lasts 4 seconds */
export const OFFER_TOAST_MS = 4000;
