// The header's announcement stays away once dismissed. scheme.js reads the same key before the first paint, so that a
// returning reader sees no jump. A new announcement gets a new id.
export const ANNOUNCEMENT_KEY = 'site-announcement-dismissed';
export const ANNOUNCEMENT_ID = 'durable-clicks';
