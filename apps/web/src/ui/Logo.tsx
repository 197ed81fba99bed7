interface Props {
  size: number;
  label?: string;
  /** The address of another logo; '' for Atrium's. */
  src?: string | undefined;
}

/** Atrium's arch, as in `icon.svg`. It is inline, because an image would be another request. */
export function Logo({ size, label, src }: Props) {
  if (src) {
    return (
      <img
        src={src}
        alt={label ?? ''}
        height={size}
        style={{ maxWidth: size * 3, objectFit: 'contain', flex: 'none' }}
      />
    );
  }
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 64 64"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <rect width="64" height="64" rx="16" fill="#4f5bd5" />
      <path d="M16 46V30a16 16 0 0 1 32 0v16" fill="none" stroke="#fff" strokeWidth="6" strokeLinecap="round" />
      <path
        d="M26 46V32a6 6 0 0 1 12 0v14"
        fill="none"
        stroke="#fff"
        strokeOpacity=".65"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </svg>
  );
}
