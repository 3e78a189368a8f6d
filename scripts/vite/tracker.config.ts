import { defineConfig } from 'vite';
import { programConfig } from './program.ts';

export default defineConfig(programConfig('tracker', ['main.ts', 'uplink-thread.ts', 'replay/replay-main.ts']));
