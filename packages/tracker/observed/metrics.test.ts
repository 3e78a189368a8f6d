import { expect, test } from 'vitest';
import { joinMetrics, Metrics } from './metrics.ts';

function page(worker: string, clicks: number): string {
  const metrics = new Metrics();
  metrics.gauge('g', 'A gauge.', () => 1);
  metrics.counters('c_total', 'A counter.', () => [[{ tenant: 'a"b\n' }, clicks]]);
  metrics.timing('t_seconds', 'A time.').observe(0.0001);
  return metrics.text(worker);
}

test('figures are written as Prometheus reads them', () => {
  const text = page('0', 5);
  expect(text).toContain('# HELP g A gauge.\n# TYPE g gauge\ng{worker="0"} 1\n');
  expect(text).toContain('c_total{tenant="a_b_",worker="0"} 5\n');
  expect(text).toContain('t_seconds_bucket{le="0.00005",worker="0"} 0\nt_seconds_bucket{le="0.0001",worker="0"} 1\n');
  expect(text).toContain(
    't_seconds_bucket{le="+Inf",worker="0"} 1\nt_seconds_sum{worker="0"} 0.0001\nt_seconds_count{worker="0"} 1\n',
  );
});

test('the pages of several workers join into one, each description once', () => {
  const text = joinMetrics([page('0', 5), page('1', 6)]);
  expect(text.match(/# HELP/g)).toHaveLength(3);
  expect(text).toContain('c_total{tenant="a_b_",worker="0"} 5\nc_total{tenant="a_b_",worker="1"} 6\n');
});
