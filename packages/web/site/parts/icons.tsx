// The site's icons: 20 px strokes in currentColor, decorative always (the word stands beside them).

const paths = {
  arrow: 'M4 10h12M11 5l5 5-5 5',
  chevron: 'M5 8l5 5 5-5',
  check: 'M4 10.5l4 4 8-9',
  dash: 'M5 10h10',
  close: 'M5 5l10 10M15 5L5 15',
  menu: 'M3 6h14M3 10h14M3 14h14',
  globe:
    'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM2.5 10h15M10 2.5c4.5 4.5 4.5 10.5 0 15M10 2.5c-4.5 4.5-4.5 10.5 0 15',
  scheme: 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM10 2.5v15M10 6l5.5-1M10 10h7.5M10 14l5.5 1',
  link: 'M8.5 11.5l3-3M9 6l1.5-1.5a3.5 3.5 0 015 5L14 11M11 14l-1.5 1.5a3.5 3.5 0 01-5-5L6 9',
  shield: 'M10 2.5l6.5 2.5v4.5c0 4-2.8 6.8-6.5 8-3.7-1.2-6.5-4-6.5-8V5zM7 10l2.2 2.2L13.2 8',
  chart: 'M3 17h14M5.5 14V9.5M10 14V4.5M14.5 14V7.5',
  wallet: 'M3 6.5h13a1 1 0 011 1v8a1 1 0 01-1 1H4a1 1 0 01-1-1zM3 6.5l9-3.5v3.5M13.5 11.5h.01',
  code: 'M7 6l-4 4 4 4M13 6l4 4-4 4',
  people:
    'M7 9.5a3 3 0 100-6 3 3 0 000 6zM1.5 17c.4-3.2 2.6-5 5.5-5s5.1 1.8 5.5 5M13 4a2.8 2.8 0 010 5.4M15 12.5c2 .6 3.2 2.2 3.5 4.5',
  tag: 'M3 3h6.5l7.5 7.5-6.5 6.5L3 9.5zM6.5 6.5h.01',
  phone: 'M6 2.5h8a1 1 0 011 1v13a1 1 0 01-1 1H6a1 1 0 01-1-1v-13a1 1 0 011-1zM9 15h2',
  cart: 'M2.5 3.5h2l2 9h8l2-6.5H5.3M7.5 16.5h.01M13.5 16.5h.01',
  network: 'M10 3v4M10 13v4M10 10H4M16 10h-6M10 7a3 3 0 100 6 3 3 0 000-6z',
  target: 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM10 6.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7z',
  spark: 'M10 2.5l1.8 5.2 5.2 1.8-5.2 1.8L10 16.5l-1.8-5.2L3 9.5l5.2-1.8z',
  pin: 'M10 17.5c3.5-3.7 5.5-6.5 5.5-9a5.5 5.5 0 10-11 0c0 2.5 2 5.3 5.5 9zM10 10.5a2 2 0 100-4 2 2 0 000 4z',
  mail: 'M3 5h14v10H3zM3 6l7 5 7-5',
  clock: 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM10 6v4.2l2.8 1.8',
} as const;
export type IconName = keyof typeof paths;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
