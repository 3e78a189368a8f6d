// What people look up to trust the workspace: what was changed, with the way back, and who got in.
export { trustHandlers } from './routes.ts';
