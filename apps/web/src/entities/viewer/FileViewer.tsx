import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import classes from './Viewer.module.css';
import { ViewerBody } from './ViewerBody.tsx';
import type { ViewedFile } from './viewedFile.ts';

interface Props {
  list: readonly ViewedFile[];
  /** The file shown first. */
  first: number;
  onClose: () => void;
  /** Called when another file of the list is shown. */
  onShow?: (id: number) => void;
}

/** Shows a file of any format over everything else, with the other files of their place before and after. */
export function FileViewer({ list, first, onClose, onShow }: Props) {
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      title={<span className="visually-hidden">{t('viewer.title')}</span>}
      classNames={{ body: classes.modal ?? '', header: 'visually-hidden' }}
      transitionProps={{ duration: 120 }}
    >
      <ViewerBody list={list} first={first} onClose={onClose} onShow={onShow} />
    </Modal>
  );
}
