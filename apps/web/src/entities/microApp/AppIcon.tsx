import { IconApps } from '@tabler/icons-react';
import { useState } from 'react';
import { ownAddress } from './microApps.ts';

/** The picture of an app, or the default one if it has none that loads. */
export function AppIcon({ icon, size }: { icon: string; size: number }) {
  const [broken, setBroken] = useState('');
  if (!icon || broken === icon) return <IconApps size={size} stroke={1.5} aria-hidden="true" />;
  return (
    <img
      src={ownAddress(icon)}
      alt=""
      width={size}
      height={size}
      referrerPolicy="no-referrer"
      style={{ objectFit: 'contain' }}
      onError={() => setBroken(icon)}
    />
  );
}
