// One step of the check and how it went; its code has its sentence in words.mjs.

/**
 * @typedef {'file' | 'signature' | 'key' | 'checkpoint' | 'entries' | 'inclusion' | 'sums' | 'older'} StepName
 * @typedef {keyof typeof import('./words.mjs').en.steps} Code
 * @typedef {{ step: StepName, result: 'good' | 'bad' | 'unknown', code: Code, values: Record<string, string> }} Step
 */

/** @type {(step: StepName, code: Code, values?: Record<string, string>) => Step} */
export const good = (step, code, values = {}) => ({ step, result: 'good', code, values });
/** @type {(step: StepName, code: Code, values?: Record<string, string>) => Step} */
export const bad = (step, code, values = {}) => ({ step, result: 'bad', code, values });
/** @type {(step: StepName, code: Code, values?: Record<string, string>) => Step} */
export const unknown = (step, code, values = {}) => ({ step, result: 'unknown', code, values });
