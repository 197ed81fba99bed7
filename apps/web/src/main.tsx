import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { prepareLanguage } from '#sync/language.ts';

// Texts first: whatever is shown may word something.
await prepareLanguage();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
