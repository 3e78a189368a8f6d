import { defineConfig } from 'vite';
import { programConfig } from './program.ts';

export default defineConfig(programConfig('tracker', ['main.ts', 'courier-thread.ts', 'replay-main.ts']));
