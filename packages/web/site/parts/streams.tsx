// The motif: three streams flowing into one, with drops that travel along them. Decorative, except where a label says
// what flows.

const strands = [-16, -8, 0, 8, 16];

/** from the left at its own height, into the common stream, and out at the right */
const course = (stream: number, strand: number): string => {
  const from = 200 + (stream - 1) * 132 + strand;
  const into = 200 + (stream - 1) * 20 + strand * 0.7;
  return `M0 ${from}C210 ${from} 250 ${into} 480 ${into}H760`;
};

export function Streams() {
  return (
    <svg
      className="streams"
      viewBox="0 0 760 400"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {[0, 1, 2].map((stream) => (
        <g key={stream} className={`stream stream-${stream}`}>
          {strands.map((strand) => (
            <path key={strand} d={course(stream, strand)} />
          ))}
          <path className="drops" d={course(stream, strands[stream + 1] ?? 0)} />
        </g>
      ))}
    </svg>
  );
}

export function Confluence({ label, sources, target }: { label: string; sources: readonly string[]; target: string }) {
  return (
    <svg className="confluence" viewBox="0 0 640 220" role="img" aria-label={label}>
      {sources.map((source, index) => {
        const y = 40 + index * 70;
        const path = `M150 ${y}C300 ${y} 320 110 470 110H520`;
        return (
          <g key={source}>
            <path className="bed" d={path} />
            <path className={`drops drops-${index}`} d={path} />
            <circle cx="150" cy={y} r="5" />
            <text x="136" y={y + 5} textAnchor="end">
              {source}
            </text>
          </g>
        );
      })}
      <rect x="520" y="84" width="116" height="52" rx="8" />
      <text className="target" x="578" y="115" textAnchor="middle">
        {target}
      </text>
    </svg>
  );
}
