// Exchange rates: a dated table per workspace, and the arithmetic on it.
export {
  type CrossRate,
  convert,
  crossOn,
  divide,
  pairOf,
  type QuotedRate,
  RATE_SCALE,
  rateOn,
  rateText,
  turnOn,
} from './exchange.ts';
export { ratesInTurn, ratesOf } from './rates.repo.ts';
export { type MissingDays, type RateDeps, rateHandlers } from './routes.ts';
export { ratesChanged } from './topics.ts';
