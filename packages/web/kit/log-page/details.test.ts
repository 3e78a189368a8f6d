import { expect, it } from 'vitest';
import { resultOf } from './details.tsx';

it('no name of an outcome, an action or a status reaches the reader as it is kept', () => {
  expect(resultOf('ok')).toEqual({ text: 'Passed', tone: 'good' });
  expect(resultOf('token_mismatch')).toEqual({ text: 'Token does not match', tone: 'bad' });
  expect(resultOf('zero_payout')).toEqual({ text: 'Record further conversions without payout', tone: 'warn' });
  expect(resultOf('rejected')).toEqual({ text: 'Rejected', tone: 'bad' });
  expect(resultOf('On hold for 60 minutes')).toEqual({ text: 'On hold for 60 minutes', tone: 'neutral' });
});
