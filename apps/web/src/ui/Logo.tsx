/** The house's arch. */
export function Logo({ size }: { size: number }) {
  return <img src="/icon.svg" width={size} height={size} alt="" />;
}
