import { useLocation, useNavigate } from 'react-router';

interface DialogModal {
  /** The dialog above the screen; 0 if there is none. */
  dialogId: number;
  /** The message that the dialog is opened at. */
  position: number | undefined;
  /** Opens a conversation over the screen, or in the messenger when that is the screen. */
  open(dialogId: number, messageId?: number): void;
  close(): void;
  /** Leaves the screen for the messenger, with the same conversation. */
  toMessenger(): void;
}

const idOf = (value: string | null): number => {
  const id = Number(value ?? 0);
  return Number.isInteger(id) && id > 0 ? id : 0;
};

const inMessenger = (dialogId: number, messageId = 0) =>
  `/manage/messenger?dialog=${dialogId}${messageId > 0 ? `&msg=${messageId}` : ''}`;

/**
 * The conversation over the current screen. The address holds it (`?dialog_id=3&dialog_msg=8`), so that a reload shows
 * it again and the browser's Back closes it.
 */
export function useDialogModal(): DialogModal {
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: unknown };
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const dialogId = idOf(params.get('dialog_id'));
  const position = idOf(params.get('dialog_msg')) || undefined;
  const isPushed = (state as { isDialogPushed?: boolean } | null)?.isDialogPushed === true;

  return {
    dialogId,
    position,
    open(id, messageId) {
      if (pathname.startsWith('/manage/messenger')) return void navigate(inMessenger(id, messageId));
      params.set('dialog_id', String(id));
      if (messageId) params.set('dialog_msg', String(messageId));
      else params.delete('dialog_msg');
      // A second conversation replaces the first one in the history, so that Back always leads to the screen.
      const isOpen = dialogId > 0;
      void navigate(
        { search: `?${params}` },
        { replace: isOpen, state: isOpen ? state : { ...(state as object | null), isDialogPushed: true } },
      );
    },
    close() {
      if (isPushed) return void navigate(-1);
      params.delete('dialog_id');
      params.delete('dialog_msg');
      void navigate({ search: `?${params}` }, { replace: true, state });
    },
    toMessenger() {
      void navigate(inMessenger(dialogId, position), { replace: true });
    },
  };
}
