// The envelope of the specification: an encoding, not a secret (decision 0003). Body = base64(iv ‖ AES-256-CBC(JSON)), the key
// being SHA-256 of a constant that every client carries. Both sides keep these limits.

export const ENVELOPE_SECRET = 'tributary-envelope-v1';
export const IV_BYTES = 16;
export const BLOCK_BYTES = 16;
export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_JSON_DEPTH = 8;
export const CLIENT_VERSION = '1.0.0';
/** the only answer to an envelope that cannot be opened, whatever the reason */
export const DECODE_FAULT = 'Invalid request';
