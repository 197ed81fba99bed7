import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '#ui/global.css';
import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { Suspense, useState } from 'react';
import { RouterProvider } from 'react-router';
import { t } from '#sync/language.ts';
import { NoticeStack } from '#ui/NoticeStack.tsx';
import { cssVariables, theme } from '#ui/theme.ts';
import { router } from './router.tsx';

/** What the components say by themselves, in the reader's language. */
const worded = () => {
  const defaultProps = { closeButtonProps: { 'aria-label': t('action.close') } };
  return mergeThemeOverrides(theme, { components: { Modal: { defaultProps }, Drawer: { defaultProps } } });
};

export function App() {
  const [spoken] = useState(worded);
  return (
    <MantineProvider theme={spoken} defaultColorScheme="auto" cssVariablesResolver={cssVariables}>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
      <NoticeStack closeLabel={t('action.close')} />
    </MantineProvider>
  );
}
