// A workspace's own mail server, played by a real one: its mails leave by it; what it refuses for good has failed, what it cannot take
// now waits, and after an hour the platform stands in. Its password goes to it and nobody else.
import { routes } from '@tributary/contract';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { systemActor } from '../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { sentence } from '../../words/sentences.ts';
import { queueMail } from './index.ts';

const PASSWORD = 'seven harbour lanterns';

interface Received {
  from: string;
  to: string;
  head: string;
}
type Answer = { at: 'mail' | 'rcpt' | 'data'; code: number; text: string } | null;

/** says what the test wants it to, and keeps what it takes */
function play(needsLogin: boolean) {
  const received: Received[] = [];
  const state = { answer: null as Answer, logins: [] as string[] };
  const refusal = (at: NonNullable<Answer>['at']) => {
    const { answer } = state;
    return answer?.at === at ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : undefined;
  };
  const server = new SMTPServer({
    authOptional: !needsLogin,
    disabledCommands: needsLogin ? [] : ['STARTTLS', 'AUTH'],
    onAuth: (auth, session, done) => {
      state.logins.push(`${auth.username}:${auth.password}:${session.secure ? 'tls' : 'plain'}`);
      if (auth.password === PASSWORD) done(null, { user: auth.username });
      else done(Object.assign(new Error('authentication failed'), { responseCode: 535 }));
    },
    onMailFrom: (_address, _session, done) => done(refusal('mail')),
    onRcptTo: (_address, _session, done) => done(refusal('rcpt')),
    onData: (stream, session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        const fault = refusal('data');
        const from = session.envelope.mailFrom;
        if (!fault) {
          const to = session.envelope.rcptTo[0]?.address ?? '';
          received.push({ from: from ? from.address : '', to, head: raw.split('\r\n\r\n')[0] ?? '' });
        }
        done(fault);
      });
    },
  });
  const listen = () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = () => {
    const address = server.server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  return {
    server,
    received,
    state,
    listen,
    port,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const platform = play(false);
const own = play(true);
let t: TestApp;
let tenantId: string;
let admin: string;
beforeAll(async () => {
  await Promise.all([platform.listen(), own.listen()]);
  t = await createTestApp({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${platform.port()}`,
      MAIL_FROM: 'Panel <panel@tributary.example>',
      // a port where nobody listens
      OUTBOUND_ALLOW: `127.0.0.1:${own.port()},127.0.0.1:1`,
    },
  });
  const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  tenantId = tenant?.id ?? '';
  await renew();
});
afterAll(async () => {
  await t.close();
  await Promise.all([platform.close(), own.close()]);
});
beforeEach(() => {
  own.state.answer = null;
});

/** time moves by hours here, and passwords are asked for again */
const renew = async () => {
  admin = (await t.signIn('admin@demo.test', { rememberMe: true })).token;
};
const read = async () => (await t.call(routes.mailServer, { token: admin })).body;
const draft = () => ({
  host: '127.0.0.1',
  port: own.port(),
  security: 'starttls',
  username: 'post',
  password: PASSWORD,
});
const save = async (change: object = {}) => {
  const version = (await read()).server?.version ?? 0;
  return t.call(routes.saveMailServer, { token: admin, body: { version, ...draft(), ...change } });
};
const setAddress = async (address: string) => {
  const params = { section: 'sender' };
  const { version } = (await t.call(routes.settings, { params, token: admin })).body;
  return t.call(routes.saveSettings, { params, body: { version, value: { address } }, token: admin });
};
const queue = async (to: string) => {
  const values = {
    brand: 'Demo',
    firstName: 'Ana',
    action: { label: sentence('action.sign-in'), url: 'https://x.example/' },
  };
  await t.app.database.withTenant(tenantId, systemActor, (tx) =>
    queueMail(tx, { tenantId, to, language: 'en', name: 'account-approved', values, at: t.clock.now() }),
  );
  await t.app.worker?.drain();
};
const wait = async (ms: number) => {
  t.clock.advance(ms);
  await t.app.worker?.drain();
};
const to = (where: ReturnType<typeof play>, address: string) => where.received.filter((mail) => mail.to === address);
const statusOf = async (address: string) =>
  (
    await t.database.asOwner<{ status: string; error: string | null }>(
      'select status, error from mails where recipient = $1',
      [address],
    )
  )[0];
const troubles = async () =>
  (await t.call(routes.notifications, { token: admin })).body.rows.filter(
    (row: { kind: string }) => row.kind === 'mail-trouble',
  );
const tried = (via: 'own' | 'platform') => t.call(routes.testMailServer, { token: admin, body: { via } });

describe('setting it', () => {
  test('needs an address to send from, and a server that lies outside', async () => {
    expect((await save()).body.error.message).toMatch(/sender address first/);
    expect((await setAddress('hello@brand.example')).status).toBe(200);
    const refused = async (change: object) => {
      const reply = await save(change);
      expect(reply.status).toBe(400);
      return reply.body.error.message;
    };
    for (const host of ['localhost', '10.0.0.7', '127.1', '0x7f.1', '[::1]', 'db.internal', '169.254.169.254']) {
      expect(await refused({ host, port: 587 })).toBe('This address is not public.');
    }
    for (const host of ['a b', 'x/y', 'user@host', 'host:25', 'http://x', '']) {
      expect(await refused({ host, port: 587 })).toMatch(/valid host name|enter the host/);
    }
    expect(await refused({ host: 'smtp.example.com', port: 22 })).toBe(
      'Only the ports 25, 465, 587, 2525 are allowed.',
    );
    expect(await refused({ security: 'none' })).toMatch(/TLS or STARTTLS/);
    expect(await refused({ username: '' })).toMatch(/user name/);
    expect(await refused({ password: '' })).toMatch(/enter the password/);
    expect((await tried('own')).status).toBe(409);
  });

  test('keeps the password sealed, shows it to nobody, and sends it to no other server or user', async () => {
    expect((await save()).status).toBe(200);
    expect((await save({ password: '' })).body.server).toMatchObject({ version: 1, state: 'untried' });
    for (const change of [{ host: 'smtp.example.com', port: 587 }, { port: 1 }, { username: 'other' }]) {
      expect((await save({ ...change, password: '' })).status).toBe(400);
    }
    const stale = await t.call(routes.saveMailServer, { token: admin, body: { version: 0, ...draft() } });
    expect(stale.status).toBe(409);
    const [row] = await t.database.asOwner<{ password: string }>('select password from mail_servers');
    expect(row?.password).toMatch(/^v1\./);
    const trail = await t.database.asOwner(`select before, after from audit_log where action like 'mail.server%'`);
    expect(JSON.stringify([await read(), trail])).not.toMatch(/lantern|v1\./);
  });

  test('a test mail says what the server answered, word for word', async () => {
    const good = await tried('own');
    expect(good.body).toMatchObject({ sent: true, to: 'admin@demo.test', from: '"demo" <hello@brand.example>' });
    expect(good.body.answer).toMatch(/^250 /);
    expect(own.state.logins).toContain(`post:${PASSWORD}:tls`);
    expect((await read()).server.state).toBe('ok');
    own.state.answer = { at: 'mail', code: 553, text: 'hello@brand.example is not yours' };
    const bad = await tried('own');
    expect(bad.body).toMatchObject({ sent: false, answer: '553 hello@brand.example is not yours' });
    expect((await read()).server).toMatchObject({ state: 'failing', last_error: bad.body.answer });
    own.state.answer = { at: 'rcpt', code: 550, text: 'no such mailbox' };
    expect((await tried('own')).body).toMatchObject({ sent: false, answer: '550 no such mailbox' });
    expect((await read()).server).toMatchObject({ state: 'ok', failing_since: null });
    expect((await tried('platform')).body).toMatchObject({ sent: true, answer: expect.stringMatching(/^250 /) });
  });
});

describe('a mail', () => {
  test('whose link opens an account leaves by the platform, as do those that tell the owners of the server', async () => {
    const mails = () => to(platform, 'admin@demo.test');
    expect(mails().filter(({ head }) => head.includes('What guards')).length).toBeGreaterThanOrEqual(2);
    const before = mails().length;
    const forgot = await t.call(routes.forgotPassword, { body: { email: 'admin@demo.test' } });
    expect(forgot.status).toBe(200);
    await t.app.worker?.drain();
    expect(mails()).toHaveLength(before + 1);
    expect(to(own, 'admin@demo.test').some(({ head }) => /password/i.test(head))).toBe(false);
  });

  test('has a sender that is changed with a recent password alone', async () => {
    await t.database.asOwner(`update sessions set password_entered_at = password_entered_at - interval '13 hours'`);
    const stale = await setAddress('other@brand.example');
    expect([stale.status, stale.body.error.code]).toEqual([403, 'password_needed']);
    expect((await setAddress('hello@brand.example')).status).toBe(200);
    await renew();
  });

  test('leaves by the own server, from the own address; the platform’s own mails do not', async () => {
    await queue('ana@reader.example');
    const [mail] = to(own, 'ana@reader.example');
    expect(mail).toMatchObject({ from: 'hello@brand.example' });
    expect(mail?.head).toMatch(/^From: demo <hello@brand\.example>/m);
    expect(to(platform, 'ana@reader.example')).toEqual([]);
    expect(await statusOf('ana@reader.example')).toMatchObject({ status: 'sent' });
  });

  test.each(['rcpt', 'data'] as const)('that is refused for good (%s) has failed, with the answer', async (at) => {
    const address = `never-${at}@reader.example`;
    own.state.answer = { at, code: 550, text: 'we do not want it' };
    await queue(address);
    expect(await statusOf(address)).toEqual({ status: 'failed', error: '550 we do not want it' });
    expect((await read()).failures[0]).toMatchObject({ error: '550 we do not want it' });
    await wait(2 * HOUR_MS);
    await renew();
    expect([to(own, address), to(platform, address)]).toEqual([[], []]);
    // the owner hears of it, once a day, by a mail that takes another way
    const told = to(platform, 'admin@demo.test').filter(({ head }) => head.includes('need a look'));
    expect([(await troubles()).length, told.length]).toEqual([1, 1]);
    expect((await read()).server.state).toBe('ok');
  });

  test('waits while the server cannot take it, and leaves by it once it can', async () => {
    own.state.answer = { at: 'rcpt', code: 451, text: 'try later' };
    await queue('later@reader.example');
    expect(await statusOf('later@reader.example')).toMatchObject({ status: 'queued' });
    expect((await read()).server).toMatchObject({ state: 'failing', last_error: '451 try later' });
    own.state.answer = null;
    await wait(MINUTE_MS);
    expect([to(own, 'later@reader.example').length, to(platform, 'later@reader.example').length]).toEqual([1, 0]);
    expect((await read()).server.state).toBe('ok');
  });

  test('leaves by the platform after an hour, with the workspace’s name; later ones at once; and by the own server once it works', async () => {
    const before = (await troubles()).length;
    expect((await save({ port: 1 })).status).toBe(200);
    await queue('hour@reader.example');
    for (let minutes = 0; minutes < 50; minutes += 10) await wait(10 * MINUTE_MS);
    await renew();
    expect(to(platform, 'hour@reader.example')).toEqual([]);
    expect(await troubles()).toHaveLength(before + 1);
    await wait(HOUR_MS);
    await renew();
    const [mail] = to(platform, 'hour@reader.example');
    expect(mail?.from).toBe('panel@tributary.example');
    expect(mail?.head).toMatch(/^From: demo <panel@tributary\.example>/m);
    expect(mail?.head).toMatch(/^Reply-To: hello@brand\.example/m);
    expect((await read()).server.state).toBe('taken-over');
    expect((await t.call(routes.mailSender, { token: admin })).body.from).toContain('panel@tributary.example');
    await queue('next@reader.example');
    expect(to(platform, 'next@reader.example')).toHaveLength(1);
    expect(await troubles()).toHaveLength(before + 1);

    expect((await save()).status).toBe(200);
    await queue('back@reader.example');
    expect(to(own, 'back@reader.example')).toHaveLength(1);
  });

  test('whose server does not know our password waits, and the owner hears of it at once', async () => {
    const before = (await troubles()).length;
    expect((await save({ password: 'wrong' })).status).toBe(200);
    await queue('login@reader.example');
    expect((await read()).server).toMatchObject({ state: 'failing', last_error: expect.stringMatching(/^535 /) });
    expect(await troubles()).toHaveLength(before + 1);
    expect((await t.call(routes.removeMailServer, { token: admin })).body.server).toBeNull();
    await wait(MINUTE_MS);
    expect(to(platform, 'login@reader.example')).toHaveLength(1);
    expect(await t.database.asOwner('select 1 from mail_servers')).toEqual([]);
  });
});
