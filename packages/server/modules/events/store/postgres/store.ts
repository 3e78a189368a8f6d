import { type Clock, systemClock } from '../../../../platform/clock.ts';
import type { Log } from '../../../../platform/log.ts';
import type { EventStore } from '../store.ts';
import { takeInWith } from '../take-in.ts';
import { postgresAppender } from './append.ts';

export const postgresStore = (url: string, log: Log, clock: Clock = systemClock): EventStore =>
  takeInWith(postgresAppender, url, log, clock);
