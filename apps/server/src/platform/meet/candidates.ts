/** Copies of a candidate, one for each of these addresses that it does not have. */
export function announcedCandidates(candidate: string, announced: readonly string[]): string[] {
  const parts = candidate.split(' ');
  return announced
    .filter((address) => parts[4] !== address && address.includes(':') === parts[4]?.includes(':'))
    .map((address) => parts.with(4, address).join(' '));
}

/** Converts a candidate to one over TCP (RFC 6544), with a lower priority than all that use UDP. */
export function tcpCandidate(candidate: string, port: number): string {
  const parts = candidate.split(' ');
  if (parts[2]?.toUpperCase() !== 'UDP' || parts[7] !== 'host') return '';
  const [foundation = '', component = '1', , , address = ''] = parts;
  return `${foundation}9 ${component} TCP 1015021823 ${address} ${port} typ host tcptype passive`;
}
