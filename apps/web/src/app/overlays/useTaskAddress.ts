import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOverlays } from './overlays.ts';

/**
 * Keeps the open task in the address (`?task=5`), so that the browser's Back closes it, a reload shows it again, and the
 * address can be shared. Returns what closes it.
 */
export function useTaskAddress(): () => void {
  const { search, state } = useLocation() as { search: string; state: unknown };
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const id = Number(params.get('task') ?? 0);
  const inAddress = Number.isInteger(id) && id > 0 ? id : 0;
  const isPushed = (state as { isTaskPushed?: boolean } | null)?.isTaskPushed === true;

  const show = (taskId: number) => {
    params.set('task', String(taskId));
    // A second task replaces the first one in the history, so that Back always leads to the screen.
    const isOpen = inAddress > 0;
    void navigate(
      { search: `?${params}` },
      { replace: isOpen, state: isOpen ? state : { ...(state as object | null), isTaskPushed: true } },
    );
  };
  const leave = () => {
    if (isPushed) return void navigate(-1);
    params.delete('task');
    void navigate({ search: `?${params}` }, { replace: true, state });
  };
  const newest = useRef({ inAddress, show, leave });
  newest.current = { inAddress, show, leave };
  // A task that was closed early: the router changes the address later than the store, and the task would open again.
  const closedEarly = useRef(0);

  useEffect(() => {
    const isClosed = inAddress > 0 && inAddress === closedEarly.current;
    closedEarly.current = 0;
    if (isClosed) newest.current.leave();
    // The store is set only if something changed: the whole frame listens, and would be rendered again before the first
    // paint.
    else if (useOverlays.getState().taskId !== inAddress) useOverlays.setState({ taskId: inAddress });
  }, [inAddress]);
  useEffect(
    () =>
      useOverlays.subscribe(({ taskId }) => {
        if (taskId === 0 || taskId === newest.current.inAddress) return;
        closedEarly.current = 0;
        newest.current.show(taskId);
      }),
    [],
  );
  return useCallback(() => {
    // Going back twice would leave the screen as well.
    const { taskId } = useOverlays.getState();
    if (taskId === 0) return;
    useOverlays.setState({ taskId: 0 });
    if (newest.current.inAddress > 0) newest.current.leave();
    else closedEarly.current = taskId;
  }, []);
}
