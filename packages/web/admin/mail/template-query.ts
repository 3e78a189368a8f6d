import type { Session } from '../../kit/api/session.ts';

export const templateKey = (session: Session, event: string, language: string) =>
  ['mail-template', session.token, event, language] as const;

/** what is being written */
export interface Draft {
  subject: string;
  body: string;
}
