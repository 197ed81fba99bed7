import { createRoot } from 'react-dom/client';
import { prepareLanguage } from '#sync/language.ts';

// Texts first: everything else may word something while it loads.
await prepareLanguage();
const { App } = await import('#app/App.tsx');

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
