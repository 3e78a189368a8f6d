// For tests only: a name server on loopback (UDP) that says what the test says. A name without an entry does not exist; `silent`
// is not answered at all, `refused` with an error.
import { createSocket } from 'node:dgram';

export interface ZoneRecords {
  TXT?: readonly string[];
  CNAME?: string;
  A?: readonly string[];
  AAAA?: readonly string[];
  /** a zone begins here */
  SOA?: true;
  MX?: readonly (readonly [priority: number, host: string])[];
}
export type Zone = Record<string, ZoneRecords | 'silent' | 'refused'>;

export interface NameServer {
  /** as DNS_SERVERS takes it */
  address: string;
  /** may be changed at any time; names in lower case */
  zone: Zone;
  /** every question so far: `TXT _dmarc.example.com` */
  asked: string[];
  close(): Promise<void>;
}

const types = { 1: 'A', 5: 'CNAME', 6: 'SOA', 15: 'MX', 16: 'TXT', 28: 'AAAA' } as const;
const isKnown = (type: number): type is keyof typeof types => type in types;
const NAME_ERROR = 3;
const REFUSED = 5;

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const texts = (value: string): Buffer =>
  Buffer.concat((value.match(/.{1,255}/gs) ?? ['']).map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])));
const ipv6 = (address: string): Buffer => {
  const [head = '', tail = ''] = address.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)];
  return Buffer.concat(all.map((group) => uint16(Number.parseInt(group, 16))));
};

function readQuestion(message: Buffer): { name: string; type: number; bytes: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    bytes: message.subarray(12, at + 5),
  };
}

const record = (name: string, type: number, data: Buffer): Buffer =>
  Buffer.concat([nameBytes(name), uint16(type), uint16(1), Buffer.from([0, 0, 0, 1]), uint16(data.length), data]);

/** an alias is followed, as resolvers' servers do, eight steps at most */
function answersFor(zone: Zone, name: string, type: keyof typeof types, steps = 8): Buffer[] {
  const entry = zone[name];
  if (entry === undefined || typeof entry === 'string' || steps === 0) return [];
  const alias = entry.CNAME === undefined ? [] : [record(name, 5, nameBytes(entry.CNAME))];
  if (alias.length > 0 && types[type] !== 'CNAME') {
    return [...alias, ...answersFor(zone, (entry.CNAME ?? '').toLowerCase(), type, steps - 1)];
  }
  switch (types[type]) {
    case 'CNAME':
      return alias;
    case 'TXT':
      return (entry.TXT ?? []).map((text) => record(name, type, texts(text)));
    case 'A':
      return (entry.A ?? []).map((address) => record(name, type, Buffer.from(address.split('.').map(Number))));
    case 'AAAA':
      return (entry.AAAA ?? []).map((address) => record(name, type, ipv6(address)));
    case 'SOA':
      return entry.SOA
        ? [record(name, type, Buffer.concat([nameBytes('ns.example'), nameBytes('root.example'), Buffer.alloc(20, 1)]))]
        : [];
    case 'MX':
      return (entry.MX ?? []).map(([priority, host]) =>
        record(name, type, Buffer.concat([uint16(priority), nameBytes(host)])),
      );
  }
}

export async function startNameServer(zone: Zone = {}): Promise<NameServer> {
  const socket = createSocket('udp4');
  const server: NameServer = {
    address: '',
    zone,
    asked: [],
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (message, from) => {
    const { name, type, bytes } = readQuestion(message);
    server.asked.push(`${isKnown(type) ? types[type] : type} ${name}`);
    const entry = server.zone[name];
    if (entry === 'silent') return;
    const code = entry === 'refused' ? REFUSED : entry === undefined ? NAME_ERROR : 0;
    const answers = isKnown(type) ? answersFor(server.zone, name, type) : [];
    const head = [
      message.subarray(0, 2),
      uint16(0x8580 | code),
      uint16(1),
      uint16(answers.length),
      uint16(0),
      uint16(0),
    ];
    socket.send(Buffer.concat([...head, bytes, ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}
