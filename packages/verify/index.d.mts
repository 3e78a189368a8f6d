// For TypeScript, which does not read types out of another project's JavaScript.
export interface Step {
  step: string;
  result: 'good' | 'bad' | 'unknown';
  code: string;
}
export function checkStatement(
  file: unknown,
  beside?: { older?: unknown; keys?: unknown },
): Promise<{ isGood: boolean; steps: Step[] }>;

export interface Tree {
  size: bigint;
  root: Uint8Array;
}
export function isIncluded(
  claim: Tree & { index: bigint; leaf: Uint8Array; proof: readonly Uint8Array[] },
): Promise<boolean>;
export function isConsistent(claim: { older: Tree; newer: Tree; proof: readonly Uint8Array[] }): Promise<boolean>;
