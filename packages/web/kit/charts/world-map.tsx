// Countries shaded by how many clicks came from them, drawn from public-domain shapes (Natural Earth, 1:110m).
import { countryName } from '@tributary/contract/countries';
import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'world-atlas/countries-110m.json';
import { count } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { readersLanguage } from '../../words/words.ts';
import classes from './charts.module.css';
import { countryOfShape } from './iso-numeric.ts';

const WIDTH = 800;
const HEIGHT = 400;

// the package has no types: this is what its README says it holds
const world = atlas as unknown as Topology<{ countries: GeometryCollection }>;
const shapes = feature(world, world.objects.countries)
  .features.map((shape) => ({ country: countryOfShape(shape.id), shape }))
  // ice without a country would take a fifth of the picture
  .filter(({ country }) => country !== 'aq');
const path = geoPath(
  geoNaturalEarth1().fitSize([WIDTH, HEIGHT], {
    type: 'FeatureCollection',
    features: shapes.map(({ shape }) => shape),
  }),
);
const outlines = shapes.map(({ country, shape }, index) => ({
  key: `${country}${index}`,
  country,
  d: path(shape) ?? '',
}));

interface WorldMapProps {
  label: string;
  clicks: ReadonlyMap<string, number>;
}

export default function WorldMap({ label, clicks }: WorldMapProps) {
  const most = Math.max(1, ...clicks.values());
  return (
    <svg className={classes.map} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {outlines.map(({ key, country, d }) => {
        const value = (country && clicks.get(country)) || 0;
        return (
          <path
            key={key}
            className={classes.country}
            d={d}
            fill={value ? 'var(--series-clicks)' : 'var(--line)'}
            // the root keeps small countries visible beside a large one
            fillOpacity={value ? 0.25 + 0.75 * Math.sqrt(value / most) : 1}
          >
            {country && (
              <title>
                {t('charts.clicks', { country: countryName(country, readersLanguage()), many: count(value) })}
              </title>
            )}
          </path>
        );
      })}
    </svg>
  );
}
