// For tests only: what an authenticator app shows.
import { Secret, TOTP } from 'otpauth';

export const codeAt = (secret: string, at: Date): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });

export const newAppSecret = (): string => new Secret({ size: 20 }).base32;
