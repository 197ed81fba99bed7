/**
 * The router script: POSIX sh for the BusyBox of OpenWrt and any Linux. Once a minute it probes every device it has
 * given an address to and reports the MAC addresses that answered. It sends nothing else.
 */
export function routerScript(publicUrl: string, key: string): string {
  return `#!/bin/sh
# Reports which devices are in this network to ${publicUrl.replace(/[^\w:/.[\]-]/g, '')}
# Taken away again by: rm ${FILE} and deleting its line from the crontab.
set -e
cat > ${FILE} <<'ATRIUM_REPORT'
#!/bin/sh
url=${quoted(`${publicUrl}/api/public/checkin/report`)}
key=${quoted(key)}
# Pings every known address, so that the table below is up to date.
leases=$(awk '{print $3}' /tmp/dhcp.leases 2>/dev/null)
[ -n "$leases" ] || leases=$(awk 'NR > 1 {print $1}' /proc/net/arp)
asked=0
for ip in $leases; do
  ping -c 1 -W 1 "$ip" >/dev/null 2>&1 &
  asked=$((asked + 1))
  # Few at a time: a small router has little memory.
  [ $((asked % 20)) -ne 0 ] || wait
done
wait
sleep 8
# 0x2: it has answered.
macs=$(awk 'NR > 1 && $3 == "0x2" {print toupper($4)}' /proc/net/arp | sort -u | head -n 1000 | tr '\\n' ',')
[ -n "$macs" ] || exit 0
data="key=$key&mac=\${macs%,}&time=$(date +%s)"
if command -v curl >/dev/null 2>&1; then
  curl -sS -m 20 --data "$data" "$url" >/dev/null
else
  wget -q -T 20 -O /dev/null --post-data "$data" "$url"
fi
ATRIUM_REPORT
chmod 700 ${FILE}
line='* * * * * ${FILE}'
if [ -d /etc/crontabs ]; then
  touch /etc/crontabs/root
  grep -qF '${FILE}' /etc/crontabs/root || echo "$line" >> /etc/crontabs/root
  /etc/init.d/cron enable >/dev/null 2>&1 || true
  /etc/init.d/cron restart >/dev/null 2>&1 || true
else
  (crontab -l 2>/dev/null | grep -vF '${FILE}' || true; echo "$line") | crontab -
fi
echo 'Atrium: this router reports from now on, once a minute.'
`;
}

const FILE = '/etc/atrium-checkin.sh';
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A script that only prints the error and changes nothing. */
export const refusalScript = (words: string) => `#!/bin/sh\necho ${quoted(`Atrium: ${words}`)} >&2\nexit 1\n`;
