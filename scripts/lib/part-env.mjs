// What the server and the tracker are told about each other and the world.

/** @typedef {{ env: NodeJS.ProcessEnv, dataDir: string, port: number, trackerPort: number }} Place */

/**
 * @param {Place} place
 * @param {string | undefined} databaseUrl the owner's
 * @returns {NodeJS.ProcessEnv}
 */
export function serverEnv(place, databaseUrl) {
  const { env, port } = place;
  // https is what "production" means here, and production has no demo tenants.
  const isProduction = env.PUBLIC_ORIGIN?.startsWith('https:');
  const demo = env.DEMO || (isProduction ? undefined : '1');
  return { ...env, ...sharedEnv(place), PORT: String(port), DATABASE_URL: databaseUrl, DEMO: demo };
}

/**
 * The hot path has no business with the database or the mail account, so it is not given their secrets.
 * @param {Place} place
 * @returns {NodeJS.ProcessEnv}
 */
export function trackerEnv(place) {
  const harmless = Object.entries(place.env).filter(([name]) => !/^(DATABASE_URL|SMTP_URL|PG[A-Z]+)$/.test(name));
  return { ...Object.fromEntries(harmless), ...sharedEnv(place), SERVER_URL: `http://127.0.0.1:${place.port}` };
}

/** Both derive addresses from these, and have to come to the same ones. */
function sharedEnv({ env, dataDir, port, trackerPort }) {
  const publicOrigin = env.PUBLIC_ORIGIN || `http://localhost:${port}`;
  return {
    DATA_DIR: dataDir,
    TRACKER_PORT: String(trackerPort),
    PUBLIC_ORIGIN: publicOrigin,
    TRACKER_ORIGIN: env.TRACKER_ORIGIN || besides(publicOrigin, trackerPort),
  };
}

/** Behind https there is a proxy, and only its owner knows the tracker's address. */
function besides(origin, port) {
  if (!URL.canParse(origin) || !origin.startsWith('http:')) return undefined;
  return `http://${new URL(origin).hostname}:${port}`;
}
