// A field of the public forms that no person sees. Whoever fills it in is a program: it gets the answer it hopes for, and
// nothing happens. A person's call does not carry the field at all. Zod-free, for the small public site.

/** a word that invites an answer, and that no browser fills in by itself */
export const HONEYPOT_FIELD = 'topic';
export interface WithHoneypot {
  [HONEYPOT_FIELD]?: string | null | undefined;
}
