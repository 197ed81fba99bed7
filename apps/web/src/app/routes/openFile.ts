/** Opens a file of the file area in a window of its own, so that the app beside it stays. */
export const openFile = (id: number): void => void window.open(`/single/file/${id}`, '_blank', 'noopener');
