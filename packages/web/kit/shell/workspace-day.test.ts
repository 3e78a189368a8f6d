import { afterEach, expect, test } from 'vitest';
import { keepWorkspaceZone, moveDay, workspaceToday } from './workspace-day.ts';

afterEach(() => keepWorkspaceZone('UTC'));

test('the day is the workspace’s, also where the reader and UTC have another', () => {
  const late = new Date('2026-12-31T23:30:00Z');
  for (const [zone, day] of [
    ['UTC', '2026-12-31'],
    ['Pacific/Auckland', '2027-01-01'],
    ['Pacific/Honolulu', '2026-12-31'],
  ] as const) {
    keepWorkspaceZone(zone);
    expect(workspaceToday(late), zone).toBe(day);
  }
  keepWorkspaceZone('Pacific/Honolulu');
  expect(workspaceToday(new Date('2027-01-01T09:30:00Z'))).toBe('2026-12-31');
  expect(moveDay('2026-12-31', 1)).toBe('2027-01-01');
});
