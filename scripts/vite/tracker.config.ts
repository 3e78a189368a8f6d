import { defineConfig } from 'vite';
import { programConfig } from './program.ts';

export default defineConfig(
  programConfig('tracker', ['main.ts', 'shipping/uplink-thread.ts', 'replay/replay-main.ts']),
);
