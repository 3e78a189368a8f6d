// The second demo tenant has a brand of its own, so that one sees at once what a workspace can look like: name, colour, logo for
// light and dark grounds, favicon. Saved as a person would save it; whoever has changed it keeps what he has.
import { storeBrandImage } from '../modules/brand/index.ts';
import { readSettings, saveSettings } from '../modules/settings/index.ts';
import { findTenant } from '../modules/tenancy/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, systemActor } from '../platform/db/database.ts';
import { drawPng, type Pixel } from './draw-png.ts';

const SIDE = 128;
/** of each pixel: smooth edges */
const SAMPLES = 4;

/** a peak in a rounded square */
function peak(ground: readonly [number, number, number], ink: readonly [number, number, number]): Buffer {
  const isInSquare = (x: number, y: number): boolean => {
    const radius = 0.22;
    const dx = Math.max(radius - x, x - (1 - radius), 0);
    const dy = Math.max(radius - y, y - (1 - radius), 0);
    return dx * dx + dy * dy <= radius * radius;
  };
  const isInPeak = (x: number, y: number): boolean => {
    const slope = (y - 0.2) / 0.58;
    const isInside = y >= 0.2 && y <= 0.78 && Math.abs(x - 0.5) <= 0.34 * slope;
    const isCut = y >= 0.55 && Math.abs(x - 0.5) <= 0.13 * ((y - 0.55) / 0.23);
    return isInside && !isCut;
  };
  const pixelAt = (px: number, py: number): Pixel => {
    let covered = 0;
    let inked = 0;
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
      const x = (px + ((sample % SAMPLES) + 0.5) / SAMPLES) / SIDE;
      const y = (py + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / SIDE;
      if (!isInSquare(x, y)) continue;
      covered++;
      if (isInPeak(x, y)) inked++;
    }
    const share = covered === 0 ? 0 : inked / covered;
    const blend = (at: 0 | 1 | 2) => Math.round(ground[at] + (ink[at] - ground[at]) * share);
    return [blend(0), blend(1), blend(2), Math.round((255 * covered) / SAMPLES ** 2)];
  };
  return drawPng(SIDE, SIDE, pixelAt);
}

export async function seedDemoBrand(database: Database, clock: Clock): Promise<void> {
  const at = clock.now();
  const tenant = await database.withoutTenant((tx) => findTenant(tx, 'acme', at));
  if (!tenant) return;
  await database.withTenant(tenant.id, systemActor, async (tx) => {
    const { version, value } = await readSettings(tx, tenant.id, 'brand');
    if (value.logo !== '') return;
    const store = (bytes: Buffer) => storeBrandImage(tx, { tenantId: tenant.id, userId: null, bytes, at });
    const light = await store(peak([124, 58, 237], [255, 255, 255]));
    const dark = await store(peak([196, 181, 253], [30, 16, 68]));
    const call = { tenant, clock, ip: '', requestId: '', system: true } as const;
    await saveSettings(tx, call, 'brand', {
      version,
      value: {
        name: 'Acme',
        color: '#7c3aed',
        logo: light.hash,
        logo_dark: dark.hash,
        favicon: light.hash,
        sender_name: 'Acme Partners',
      },
    });
  });
}
