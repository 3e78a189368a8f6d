// A workspace's own templates: what may be saved, what leaves, and that no template, however it is written, costs a mail.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { type Language, sentence } from '../../words/sentences.ts';
import { queueMail } from './index.ts';

let t: TestApp;
let w: World;
let admin: string;
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  admin = (await t.signIn('admin@demo.test', { rememberMe: true })).token;
});
afterAll(() => t.close());

const params = { event: 'campaign-approved', language: 'en' };
const read = async (place = params) => (await t.call(routes.mailTemplate, { params: place, token: admin })).body;
const put = (body: object, place = params) => t.call(routes.saveMailTemplate, { params: place, body, token: admin });
const save = async (words: { subject?: string; body?: string }, place = params) =>
  put({ version: (await read(place)).version, subject: 'About {{ offer }}', body: GOOD, ...words }, place);
const GOOD = '<p>{{ offer }} is yours.</p><p>{{ button }}</p>';
const LINK = 'https://demo.tributary.example/publisher/campaigns/my';

let count = 0;
/** queues one and returns it as it left */
async function sent({
  offer = 'Lantern',
  language = 'en',
  message,
}: {
  offer?: string;
  language?: Language;
  message?: string;
}) {
  const to = `reader-${++count}@example.test`;
  const lines = [
    sentence('line.campaign', { offer, number: 12 }),
    ...(message === undefined ? [] : [{ verbatim: sentence('line.manager-writes', { message }) }]),
  ];
  const action = { label: sentence('action.open-campaigns'), url: LINK };
  await t.app.database.withTenant(w.tenantId, systemActor, (tx) =>
    queueMail(tx, {
      tenantId: w.tenantId,
      to,
      language,
      name: 'campaign-approved',
      values: { brand: 'Demo', firstName: 'Ana', lines, action },
      at: t.clock.now(),
    }),
  );
  const mail = (await t.inbox()).find((one) => one.to === to);
  if (!mail) throw new Error(`the mail to ${to} is lost`);
  return mail;
}

describe('a template', () => {
  test('begins built-in; saved, it speaks in its language alone, and the trail has before and after', async () => {
    expect(await read()).toMatchObject({ state: 'built-in', version: 0, needs_link: true });
    const saved = await save({
      subject: '{{ offer }} ({{ number }})',
      body: '<p>Go, {{ first_name }}: {{ details }}</p><p>{{ button }}</p>',
    });
    expect([saved.status, saved.body.state, saved.body.version]).toEqual([200, 'own', 1]);
    const mail = await sent({ offer: 'A & B' });
    expect(mail.subject).toBe('A & B (12)');
    expect(mail.text).toBe(`Go, Ana: Campaign: A & B (12)\n\nOpen your campaigns: ${LINK}\n\nDemo`);
    expect((await sent({ language: 'es' })).subject).toBe('Puedes llevar una campaña en Demo');
    const [entry] = await t.database.asOwner<{ before: object; after: object }>(
      `select before, after from audit_log where action = 'mail.template.changed'`,
    );
    expect(entry).toMatchObject({
      before: { version: 0, subject: null },
      after: { version: 1, subject: '{{ offer }} ({{ number }})' },
    });
  });

  test('of twenty who save at once one succeeds; what is saved as it is makes no version', async () => {
    const { version } = await read();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => put({ version, subject: `No. ${n}`, body: GOOD })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const now = await read();
    expect(now.version).toBe(version + 1);
    expect((await put({ version: now.version, subject: now.subject, body: now.body })).body.version).toBe(now.version);
  });

  test('is put back to the built-in and to a former version, each as a version of its own', async () => {
    const { version, versions } = await read();
    const restore = (to: number, from: number) =>
      t.call(routes.restoreMailTemplate, { params, body: { version: from, to }, token: admin });
    expect((await restore(0, version)).body).toMatchObject({ state: 'built-in', version: version + 1 });
    expect((await sent({})).subject).toBe('You may run a campaign at Demo');
    const first = versions.at(-1);
    expect((await restore(1, version + 1)).body).toMatchObject({
      state: 'own',
      subject: first.subject,
      body: first.body,
    });
    expect((await restore(1, version)).status).toBe(409);
    expect((await restore(99, version + 2)).status).toBe(404);
  });

  test.each([
    ['its link is gone', { body: '<p>Welcome.</p>' }, 'body', /has lost its link/],
    [
      'its link is only sometimes there',
      { body: '<p>x{% if message %}{{ link }}{% endif %}</p>' },
      'body',
      /has lost its link/,
    ],
    ['its link became words', { body: '<p>{{ button | upcase }}</p>' }, 'body', /has lost its link/],
    ['a variable is unknown', { body: `${GOOD}{{ password }}` }, 'body', /no variable password\. It has: brand/],
    ['its subject would hold the link', { subject: '{{ link }}' }, 'subject', /no variable link/],
    ['a part of a variable is asked for', { body: `${GOOD}{{ offer.constructor }}` }, 'body', /cannot be read/],
    ['a filter is not known here', { body: `${GOOD}{{ offer | raw }}` }, 'body', /filter raw does not exist/],
    ['a tag is not known here', { body: `${GOOD}{% include 'x' %}` }, 'body', /tag include does not exist/],
    ['it loops', { body: `${GOOD}{% for n in (1..9) %}x{% endfor %}` }, 'body', /tag for does not exist/],
    ['it counts far', { body: `${GOOD}{{ (1..999999999) }}` }, 'body', /does too much/],
    ['it is not closed', { body: `${GOOD}{% if offer %}` }, 'body', /cannot be read/],
    ['it is long', { body: `${GOOD}<p>${'long '.repeat(2100)}</p>` }, 'body', /at most 10 KB/],
    ['a link runs code', { body: `${GOOD}<a href="javascript:alert(1)">x</a>` }, 'body', /A link leads to/],
    ['a link is made of a name', { body: `${GOOD}<a href="https://{{ offer }}/">x</a>` }, 'body', /A link leads to/],
    ['it says nothing', { subject: '{% if offer == "none" %}x{% endif %}' }, 'subject', /no subject/],
    ['its subject has two lines', { subject: 'a\nBcc: x@example.test' }, 'subject', /one line/],
  ])('that cannot be a mail is refused with a sentence: %s', async (_what, words, field, message) => {
    const before = (await read()).version;
    const reply = await save(words);
    expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringMatching(message)]);
    expect(reply.body.error.path?.[0] ?? field).toBe(field);
    expect((await read()).version).toBe(before);
  });

  test('is cleaned when it is saved: what a page could run is gone, and the link may be a word', async () => {
    const body = '<p onclick="x()">Go <a href="{{ link }}">there</a><script>x()</script><img src=x onerror=x()></p>';
    const saved = await save({ body });
    expect(saved.body.body).not.toMatch(/script|onclick|img/);
    const mail = await sent({});
    expect(mail.html).toContain(`href="${LINK}"`);
    expect(mail.text).toContain(`Go there: ${LINK}`);
  });
});

describe('values', () => {
  test.each([
    ['markup', '<b>x</b><script>alert(1)</script>'],
    ['a link', '<a href="https://evil.example">here</a>'],
    ['an address', 'Win at https://evil.example/x'],
    ['code', 'javascript:alert(1)'],
    ['headers', 'x\r\nBcc: all@example.test'],
    ['a template', '{{ link }}{% if true %}{{ 7 | times: 7 }}{% endif %}'],
    ['our own marks', '\uE000button\uE000'],
    ['what turns text', '\u202Egnp.exe'],
  ])('cannot bring %s into an own template', async (_what, offer) => {
    await save({
      subject: 'News: {{ offer }}',
      body: '<p>{{ offer }}|{{ details }}|{{ offer | upcase }}</p><p>{{ button }}</p>',
    });
    const mail = await sent({ offer });
    expect(mail.subject).toMatch(/^News: /);
    expect(mail.subject).not.toMatch(/[\r\n\u202E\uE000]/);
    expect(mail.html).not.toMatch(/<script|<b>|evil\.example|\u202E|\uE000/i);
    expect(mail.html.match(/<a /g)).toHaveLength(1);
    expect(mail.text).not.toMatch(/evil\.example|javascript:|49/i);
  });
});

describe('a template that fails when it is needed', () => {
  const breakIt = async (body: string) => {
    const { version } = await read();
    await t.database.asOwner(
      `insert into mail_templates (tenant_id, event, language, version, subject, body, changed_at)
       values ($1, $2, $3, $4, 'Own', $5, now())`,
      [w.tenantId, params.event, params.language, version + 1, body],
    );
  };
  test('leaves the built-in text, is shown as broken, and its owner hears of it once', async () => {
    await breakIt('<p>{{ gone }}</p>');
    const bell = async () =>
      (await t.call(routes.notifications, { token: admin })).body.rows.filter(
        (row: { kind: string }) => row.kind === 'mail-trouble',
      );
    const before = (await bell()).length;
    for (let n = 0; n < 3; n++) expect((await sent({})).subject).toBe('You may run a campaign at Demo');
    expect(await bell()).toHaveLength(before + 1);
    expect((await bell())[0].path).toBe('/am/settings/mail-templates/campaign-approved/en');
    expect(await read()).toMatchObject({ state: 'broken', fault: expect.stringMatching(/no variable gone/) });
    const list = await t.call(routes.mailTemplates, { token: admin, query: { state: 'broken' } });
    expect(list.body.rows.map((row: { id: string }) => row.id)).toEqual(['campaign-approved.en']);
    expect((await save({ subject: 'Mended' })).body).toMatchObject({ state: 'own', fault: null });
  });

  test('whatever it is made of: no 5xx, no lost mail, always the link', async () => {
    const seed = 20_261_116;
    let state = seed;
    const next = (most: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % most;
    };
    const parts = [
      ...[
        '{{',
        '}}',
        '{%',
        '%}',
        '{{ offer }}',
        '{{ link }}',
        '{{ button }}',
        '{{-',
        '-%}',
        '<p>',
        '</p>',
        '<a href="',
        '">',
      ],
      ...[
        '{% if offer %}',
        '{% else %}',
        '{% endif %}',
        '{% case number %}',
        '{% when 12 %}',
        '{% endcase %}',
        '{% comment %}',
      ],
      ...[
        '{% endcomment %}',
        ' | upcase',
        ' | truncate: 99999999',
        ' | default: "',
        '(1..99999)',
        '[0]',
        '.size',
        '&lt;',
        '\uE000',
      ],
      ...[
        '{% raw %}',
        '{% liquid',
        '{% for a in b %}',
        'javascript:',
        '"',
        "'",
        '<!--',
        '-->',
        '<svg>',
        '\u0000'.repeat(0),
        'ä',
        '\n',
      ],
    ];
    for (let round = 0; round < 60; round++) {
      const body = Array.from({ length: 1 + next(30) }, () => parts[next(parts.length)]).join('');
      const reply = await save({ body: round % 2 ? body : `${body}<p>{{ button }}</p>` });
      expect([seed, round, body, [200, 400].includes(reply.status)]).toEqual([seed, round, body, true]);
      if (round % 6 > 0) continue;
      await breakIt(body);
      const mail = await sent({});
      expect([seed, round, body, mail.html.includes(LINK), mail.text.includes(LINK)]).toEqual([
        seed,
        round,
        body,
        true,
        true,
      ]);
    }
  });
});

test('a preview shows a real offer and person; a test goes to oneself and is no mail of that event', async () => {
  await save({ subject: '{{ offer }}', body: '<p>{{ first_name }}: {{ offer }}, {{ number }}</p><p>{{ button }}</p>' });
  await w.addOffer({ title: 'Lantern cards' });
  const { rows } = (await t.call(routes.mailObjects, { token: admin, query: { kind: 'offer' } })).body;
  const [offer] = rows;
  const body = { offer_id: offer.id };
  const shown = await t.call(routes.previewMailTemplate, { params, body, token: admin });
  expect(`${shown.body.subject} (`).toBe(offer.name.replace(/\d+\)$/, ''));
  const draft = { subject: 'Draft', body: '<p>{{ nothing }}</p>' };
  expect((await t.call(routes.previewMailTemplate, { params, body: { draft }, token: admin })).status).toBe(400);
  const gone = await t.call(routes.previewMailTemplate, { params, body: { offer_id: 'x' }, token: admin });
  expect(gone.status).toBe(400);
  const tested = await t.call(routes.testMailTemplate, { params, body, token: admin });
  expect(tested.body).toEqual({ sent_to: 'admin@demo.test' });
  const own = (await t.inbox()).filter(({ to }) => to === 'admin@demo.test');
  expect(own.map(({ subject }) => subject)).toContain(shown.body.subject);
  const kinds = await t.database.asOwner(
    `select template from mails where recipient = 'admin@demo.test' and template like '%campaign-approved'`,
  );
  expect(kinds).toEqual([{ template: 'test:campaign-approved' }]);
});

test('another workspace has its own; the platform’s own mails are nobody’s to write', async () => {
  const acme = (await t.signIn('admin@acme.test', { subdomain: 'acme' })).token;
  const other = await t.call(routes.mailTemplate, { params, token: acme, subdomain: 'acme' });
  expect(other.body).toMatchObject({ state: 'built-in', version: 0 });
  for (const event of ['trial-ready', 'contact-received', 'nothing', '__proto__']) {
    expect((await t.call(routes.mailTemplate, { params: { event, language: 'en' }, token: admin })).status).toBe(404);
  }
});
