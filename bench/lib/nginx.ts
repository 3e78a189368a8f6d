// The reference: nginx with one worker on one core, answering a bare 302.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './target.ts';

export async function startNginx(port: number, core: number): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  const config = `
daemon off; worker_processes 1; pid ${folder}/pid; error_log /dev/null; worker_rlimit_nofile 20000;
events { worker_connections 16384; }
http { access_log off; keepalive_requests 1000000000; keepalive_timeout 75s; client_body_temp_path ${folder}/b;
proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
server { listen 127.0.0.1:${port} backlog=4096; location / { return 302 https://shop.example/landing; } } }`;
  writeFileSync(join(folder, 'nginx.conf'), config);
  const child: ChildProcess = spawn(
    'taskset',
    ['-c', String(core), 'nginx', '-p', folder, '-c', join(folder, 'nginx.conf')],
    {
      stdio: 'ignore',
    },
  );
  await sleep(700);
  const master = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  const worker = Number(readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ')[0]);
  return {
    name: 'nginx',
    port,
    pid: worker,
    stop: async () => {
      child.kill('SIGTERM');
      await sleep(200);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
