import { describe, expect, test } from 'vitest';
import { sentence } from '../../words/sentences.ts';
import { plainName } from './plain-name.ts';
import { renderMail } from './render-mail.ts';
import { type MailName, mailTemplates } from './templates.ts';

describe('a name in a mail', () => {
  test.each([
    // names, titles and figures stay what they are
    ['Zoë O’Brien-Nuñez', 'Zoë O’Brien-Nuñez'],
    ['J. R. Smith jr.', 'J. R. Smith jr.'],
    ['Lantern cards (12), 4.50 USD at 3.2 %', 'Lantern cards (12), 4.50 USD at 3.2 %'],
    ['Ines Okafor (ines.o@mail.example.test) signed up.', 'Ines Okafor (ines.o@mail.example.test) signed up.'],
    ['山田 太郎', '山田 太郎'],
    // addresses of pages become words
    ['Win at https://evil.example/x?y=1', 'Win at evil example/x?y=1'],
    ['HTTPS://EVIL.EXAMPLE', 'EVIL EXAMPLE'],
    ['www.evil.example', 'www evil example'],
    ['evil.example/login', 'evil example/login'],
    ['//evil.example', 'evil example'],
    ['evil。example', 'evil example'],
    ['evil．example', 'evil example'],
    ['evil․com', 'evil com'],
    ['evil﹒com', 'evil com'],
    ['look at 1.2.3.4/x or 192.168.0.1:80', 'look at 1 2 3 4/x or 192 168 0 1:80'],
    ['version 1.2.3 at 4.50', 'version 1.2.3 at 4.50'],
    ['javascript:alert(1)', 'alert(1)'],
    ['ftp://evil.example hxxp://two.example', 'evil example two example'],
    ['xn--80ak6aa92e.com', 'xn--80ak6aa92e com'],
    // what hides, turns or breaks
    ['Ana\r\nBcc: all@example.test', 'Ana Bcc: all@example.test'],
    ['Ana\n\nYour password is wrong', 'Ana Your password is wrong'],
    ['\u202Etxt.exe', 'txt exe'],
    ['ev\u200Bil.example', 'ev il example'],
    ['a\u0000b\u0007c\u009Fd\u2028e\u2066f', 'a b c d e f'],
    ['  \t ', ''],
  ])('%j is written %j', (given, written) => {
    expect(plainName(given)).toBe(written);
  });

  test('no mail lets one through, whichever place it stands in; its own action and what is verbatim keep their address', () => {
    const bad = 'Ana\u202E\nhttps://evil.example/';
    const action = { label: sentence('action.look'), url: 'https://demo.tributary.example/am' };
    for (const name of Object.keys(mailTemplates) as MailName[]) {
      const lines = [
        `Campaign: ${bad} (12)`,
        sentence('line.campaign', { offer: bad, number: 12 }),
        { verbatim: 'Your workspace is at https://demo.tributary.example' },
      ];
      const { subject, text, html } = renderMail({
        name,
        values: { brand: bad, firstName: bad, lines, action },
        language: 'en',
      });
      for (const part of [subject, text, html]) {
        expect([name, /evil\.example|\u202e/i.test(part)]).toEqual([name, false]);
      }
      expect([name, /[\p{Cc}\p{Cf}]/u.test(subject)]).toEqual([name, false]);
      expect(text).toContain('https://demo.tributary.example/am');
      expect(text).toContain('at https://demo.tributary.example');
    }
  });
});
