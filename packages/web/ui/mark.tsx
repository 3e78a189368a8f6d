// Three streams flowing into one. One colour (currentColor), legible at 16 px.
export function Mark({ size = 24, title }: { size?: number; title?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <path d="M3 4c4.5 0 5.5 8 10 8h8" />
      <path d="M3 12h18" />
      <path d="M3 20c4.5 0 5.5-8 10-8" />
    </svg>
  );
}
