// Our own chart, drawn as plain SVG: at build time for the first paint, again in the browser where it is live. The
// figures stand in a table behind it for whoever cannot see the drawing.

export interface Series {
  name: string;
  values: readonly number[];
  color: string;
  style: 'area' | 'line' | 'dashed' | 'bars';
}

interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** the next 1, 2, 2.5 or 5 times a power of ten: axis steps that people read easily */
export function niceStep(max: number, steps: number): number {
  const raw = Math.max(max, 1) / steps;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= raw) ?? 10;
  return factor * power;
}

export function linePath(values: readonly number[], x: (index: number) => number, y: (value: number) => number) {
  return values.map((value, index) => `${index ? 'L' : 'M'}${round(x(index))} ${round(y(value))}`).join('');
}

interface ChartProps {
  series: readonly Series[];
  slots: number;
  label: string;
  formatValue: (value: number) => string;
  slotLabels: readonly { at: number; text: string }[];
  frame?: Partial<Frame>;
}

export function Chart({ series, slots, label, formatValue, slotLabels, frame }: ChartProps) {
  const { width, height, left, right, bottom, top }: Frame = {
    width: 640,
    height: 220,
    left: 56,
    right: 16,
    bottom: 22,
    top: 8,
    ...frame,
  };
  const step = niceStep(Math.max(...series.flatMap(({ values }) => [...values])), 3);
  const ceiling = step * Math.ceil(Math.max(...series.flatMap(({ values }) => [...values])) / step);
  const slot = (width - left - right) / slots;
  const x = (index: number) => left + slot * (index + 0.5);
  const y = (value: number) => top + (height - top - bottom) * (1 - value / ceiling);
  const lines = Array.from({ length: Math.round(ceiling / step) + 1 }, (_, index) => index * step);
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {lines.map((value) => (
        <g key={value} className="chart-grid">
          <line x1={left} x2={width - right} y1={round(y(value))} y2={round(y(value))} />
          <text x={left - 8} y={round(y(value)) + 4} textAnchor="end">
            {formatValue(value)}
          </text>
        </g>
      ))}
      {slotLabels.map(({ at, text }) => (
        <text key={at} className="chart-slot" x={round(x(at))} y={height - 5} textAnchor="middle">
          {text}
        </text>
      ))}
      {series.map(({ name, values, color, style }) => (
        <g key={name} style={{ color }} className={`chart-series chart-${style}`}>
          {style === 'bars' ? (
            values.map((value, index) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: the hour is the key
                key={index}
                x={round(x(index) - slot * 0.32)}
                y={round(y(value))}
                width={round(slot * 0.64)}
                height={round(y(0) - y(value))}
                rx="2"
              />
            ))
          ) : (
            <>
              {style === 'area' && (
                <path
                  className="chart-fill"
                  d={`${linePath(values, x, y)}L${round(x(values.length - 1))} ${y(0)}L${round(x(0))} ${y(0)}Z`}
                />
              )}
              <path className="chart-line" d={linePath(values, x, y)} />
            </>
          )}
        </g>
      ))}
    </svg>
  );
}
