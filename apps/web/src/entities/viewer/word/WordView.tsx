import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { WhenLoaded } from '../Notice.tsx';
import { Sandbox } from '../Sandbox.tsx';
import { ScaleTools } from '../ScaleTools.tsx';
import { useFileContent } from '../useFileContent.ts';
import { useScaleKeys } from '../useScale.ts';
import classes from '../Viewer.module.css';
import type { ViewedFile } from '../viewedFile.ts';
import { wordPage } from './docx.ts';

/** A Word document, page by page. */
export function WordView({ viewed }: { viewed: ViewedFile }) {
  const isNarrow = useIsPhone();
  const loaded = useFileContent(viewed, (bytes) => wordPage(bytes, { isNarrow }));
  const scale = useScaleKeys();
  return (
    <WhenLoaded viewed={viewed} loaded={loaded}>
      {(page) => (
        <>
          <ScaleTools scale={scale} />
          <Sandbox className={classes.frame} page={page} title={viewed.file.name} scale={scale.value} />
        </>
      )}
    </WhenLoaded>
  );
}
