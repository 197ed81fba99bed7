import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '#ui/global.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { prepareLanguage } from '#sync/language.ts';
import { loadAllTexts } from '#sync/texts.ts';
import { cssVariables, theme } from '#ui/theme.ts';

// Development only (`npx vite apps/web`, then /gallery.html): the build starts from index.html and does not include it.
await prepareLanguage();
await loadAllTexts();
const { Gallery } = await import('./Gallery.tsx');

const router = createMemoryRouter([{ path: '*', element: <Gallery /> }]);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariables}>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}
