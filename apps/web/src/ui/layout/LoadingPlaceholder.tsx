import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './LoadingPlaceholder.module.css';

/** The indicator appears after this time, because faster loading needs none. */
const PATIENCE_MS = 200;

/** A placeholder of a few lines, once loading takes long enough to be noticed. */
export function LoadingPlaceholder({ label }: { label: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.box} role="status" aria-label={label}>
      {isShown &&
        ['40%', '75%', '60%', '70%', '50%'].map((width) => <Skeleton key={width} height={18} width={width} />)}
    </div>
  );
}
