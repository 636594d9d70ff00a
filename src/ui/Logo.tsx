/** The product's mark: a shield with calm water. `inverse` for dark grounds. */
export function Logo({ size = 28, inverse = false }: { size?: number; inverse?: boolean }) {
  const ground = inverse ? 'var(--anlan-on-brand)' : 'var(--anlan-primary)';
  const lines = inverse ? 'var(--anlan-brand-from)' : 'var(--anlan-on-primary)';
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" style={{ flex: 'none' }} aria-hidden="true" focusable="false">
      <path d="M16 2 4 6.5v9C4 22.7 9 28 16 30c7-2 12-7.3 12-14.5v-9z" fill={ground} />
      <path
        d="M8.5 14c2.5-2 5-2 7.5 0s5 2 7.5 0M8.5 19c2.5-2 5-2 7.5 0s5 2 7.5 0"
        fill="none"
        stroke={lines}
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
