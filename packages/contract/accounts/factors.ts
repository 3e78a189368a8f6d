// The second factors on the wire: codes as they are typed, and what a browser is asked to do with a passkey and answers, as
// WebAuthn's JSON forms have it.
import { z } from 'zod';

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'The passkey’s answer cannot be read.')
    .max(max);
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** what `navigator.credentials.get` takes */
export const PasskeyQuestion = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    allowCredentials: z.array(descriptor),
    userVerification: z.enum(['required', 'preferred', 'discouraged']),
  })
  .meta({ id: 'PasskeyQuestion' });

/** what `navigator.credentials.create` takes */
export const PasskeyOffer = z
  .object({
    challenge: z.string(),
    rp: z.object({ name: z.string(), id: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('discouraged'),
      userVerification: z.literal('preferred'),
      requireResidentKey: z.literal(false),
    }),
  })
  .meta({ id: 'PasskeyOffer' });

const answer = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
};
export const PasskeyAnswer = z
  .object({
    ...answer,
    response: z.object({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(4000),
      userHandle: base64url(200).optional(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' });
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

export const NewPasskey = z
  .object({
    ...answer,
    response: z.object({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(8000),
      transports: z.array(z.string().max(20)).max(8).optional(),
    }),
  })
  .meta({ id: 'NewPasskey' });
export type NewPasskey = z.output<typeof NewPasskey>;

/** six digits of the app, or a recovery code, as it was typed */
export const FactorCode = z.string().trim().min(1, 'Please enter the code').max(64, 'This code is too long');

/** what a sign-in that lacks its second factor is answered beside the sentence */
export const SecondStep = z.object({
  error: z.string(),
  need: z.enum(['code', 'passkey']),
  passkey: PasskeyQuestion.optional(),
});
