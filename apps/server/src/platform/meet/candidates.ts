/** A candidate under each of these addresses, besides its own. */
export function announcedCandidates(candidate: string, announced: readonly string[]): string[] {
  const parts = candidate.split(' ');
  return announced
    .filter((address) => parts[4] !== address && address.includes(':') === parts[4]?.includes(':'))
    .map((address) => parts.with(4, address).join(' '));
}

/** The same address for a browser that connects over TCP (RFC 6544), after all that use UDP. */
export function tcpCandidate(candidate: string, port: number): string {
  const parts = candidate.split(' ');
  if (parts[2]?.toUpperCase() !== 'UDP' || parts[7] !== 'host') return '';
  const [foundation = '', component = '1', , , address = ''] = parts;
  return `${foundation}9 ${component} TCP 1015021823 ${address} ${port} typ host tcptype passive`;
}
