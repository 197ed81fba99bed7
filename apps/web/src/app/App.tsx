import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '#ui/global.css';
import { MantineProvider } from '@mantine/core';
import { Suspense } from 'react';
import { RouterProvider } from 'react-router';
import { t } from '#sync/language.ts';
import { NoticeStack } from '#ui/NoticeStack.tsx';
import { cssVariables, theme } from '#ui/theme.ts';
import { router } from './router.tsx';

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariables}>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
      <NoticeStack closeLabel={t('action.close')} />
    </MantineProvider>
  );
}
