// Run as a process of its own: connections that asked once and stay open without a word, and others that send a byte of
// their head now and then. It prints "ready" once all are open.
import { connect } from 'node:net';

const [port = 0, slow = 0, idle = 0] = process.argv.slice(2).map(Number);
const SLOW_EVERY_MS = 2_000;
let open = 0;

function join(isSlow: boolean): void {
  const socket = connect(port, '127.0.0.1', () => {
    if (++open === slow + idle) console.log('ready');
    socket.write(
      isSlow ? 'GET /click HTTP/1.1\r\nX-Slow: ' : 'GET /robots.txt HTTP/1.1\r\nHost: demo.localhost\r\n\r\n',
    );
  });
  socket.resume();
  const timer = isSlow
    ? setInterval(() => socket.writable && socket.write('a'), SLOW_EVERY_MS + Math.random() * 500)
    : undefined;
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(timer);
    if (isSlow) setTimeout(() => join(true), 100); // thrown out: they come back
  });
}

for (let at = 0; at < slow + idle; at++) setTimeout(() => join(at < slow), at / 10);
