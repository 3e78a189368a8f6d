// The specification's own sentences, to the letter. Screens, server checks and tests all read them here.

export const notFoundPage = {
  text: 'Sorry, the page you visited does not exist',
  back: 'Back to home',
} as const;

export const loginMessages = {
  encryption: 'Data encryption failed. Please try again.',
  decryption: 'Login response decryption failed. Please try again.',
  failed: 'Login failed. Please check your credentials.',
  network: 'Network error. Please try again.',
  success: 'Login successful! Redirecting to dashboard...',
  pending: 'Your account is awaiting approval.',
  rejected: 'Your account was not approved.',
  suspended: 'Your access is suspended. Please ask the owner of this workspace.',
  unconfirmed: 'Please confirm your e-mail address first: open the link in the mail we sent you.',
} as const;

/** why a session is no more, said to whoever holds its token; the sign-in page says it in the reader's language */
export const signedOutReasons = {
  idle: 'This session ended after 60 minutes without activity.',
  idleRemembered: 'This session ended after 7 days without activity.',
  expired: 'This session has lived its time: 12 hours, or 30 days where you are remembered.',
  visitOver: 'A visit to an account lasts 30 minutes.',
  ended: 'This session was ended in another window, on another device, or by a new password.',
  rules: 'This session ended as your workspace’s rules for sessions say.',
  closed: 'Your account is not open any more. Please ask your account manager.',
} as const;
export type SignedOutReason = keyof typeof signedOutReasons;

export const signupMessages = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Email is required',
  password: 'Password is required',
  passwordLength: 'Password must be at least 6 characters long',
  terms: 'Please agree to the terms and conditions',
  encryption: 'Data encryption failed. Please try again.',
  decryption: 'Signup response decryption failed. Please try again.',
  failed: 'Signup failed. Please try again.',
  network: 'Network error. Please try again.',
  success: 'Account created successfully! Please wait for admin approval. You will receive an email once approved.',
} as const;

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_BYTES = 1024;

export const trialMessages = {
  encryption: 'Data encryption failed. Please try again.',
  decryption: 'Failed to process server response. Please try again.',
  failed: 'Registration failed. Please try again.',
  network: 'Network error. Please check your connection and try again.',
  successTitle: 'Registration Successful!',
  success: 'Thank you for signing up. You will receive login credentials via email shortly once your account is ready.',
} as const;

/** the error banner of the free-trial form never appears sooner than this on a network failure */
export const MIN_NETWORK_ERROR_MS = 1000;

export const contactMessages = {
  thanks: "Thank you for your message! We'll get back to you soon.",
} as const;
