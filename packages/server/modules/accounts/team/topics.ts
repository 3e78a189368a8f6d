import { z } from 'zod';
import { topic } from '../../../platform/jobs/topics.ts';

/** some of the team may do or see more than before: by another role, or because theirs was changed */
export const roleRaised = topic(
  'team.role-raised',
  z.object({ user_ids: z.array(z.uuid()), role: z.string(), by: z.string() }),
);
