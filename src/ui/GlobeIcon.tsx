/** A globe. The icon library's is drawn so finely that it takes as much of the first load as a small dialog. */
export function GlobeIcon() {
  return (
    <span className="anticon">
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        width="1em"
        height="1em"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
      >
        <circle cx="8" cy="8" r="6.4" />
        <ellipse cx="8" cy="8" rx="2.8" ry="6.4" />
        <path d="M1.8 6h12.4M1.8 10h12.4" />
      </svg>
    </span>
  );
}
