// What a tenant may do: work, only look (its trial or plan has ended; nothing is deleted), or nothing (suspended).

export const standingOf = (
  tenant: { status: string; plan_ends_at: Date | null },
  at: Date,
): 'open' | 'read-only' | 'suspended' => {
  if (tenant.status === 'suspended') return 'suspended';
  return tenant.plan_ends_at !== null && tenant.plan_ends_at <= at ? 'read-only' : 'open';
};
