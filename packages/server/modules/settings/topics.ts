import { storedNames } from '@tributary/contract/settings';
import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

export const settingsChanged = topic('settings.changed', z.object({ section: z.enum(storedNames), version: z.int() }));
