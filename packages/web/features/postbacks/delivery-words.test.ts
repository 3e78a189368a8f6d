import { expect, it } from 'vitest';
import { answerText, curlOf, eventText } from './delivery-words.ts';

it('a copied command runs as it stands, whatever the address holds', () => {
  expect(curlOf({ method: 'GET', url: "https://a.example/?n=it's&x=$(id)", request_body: null })).toBe(
    "curl -i 'https://a.example/?n=it'\\''s&x=$(id)'",
  );
  expect(curlOf({ method: 'POST', url: 'https://a.example/', request_body: '{"a":1}' })).toBe(
    "curl -i -X POST -H 'content-type: application/json' --data '{\"a\":1}' 'https://a.example/'",
  );
});

it('events and answers read as words', () => {
  expect(eventText('conversion.created')).toBe('Conversion created');
  expect(eventText('approved')).toBe('Approved');
  expect(answerText(204, null)).toBe('HTTP 204');
  expect(answerText(null, 'no answer within 10 s')).toBe('No answer within 10 s');
  expect(answerText(null, null)).toBeNull();
});
