import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { prepareLanguage } from '#sync/language.ts';
import { listenToLongPresses } from '#ui/longPress.ts';

// Texts first: whatever is shown may word something.
await prepareLanguage();

listenToLongPresses();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
