import { defineConfig } from 'vite';
import { programConfig } from './program.ts';

export default defineConfig(programConfig('tracker'));
