/** The screens one goes to all day. */
export const rooms = {
  dashboard: async () => (await import('./DashboardRoute.tsx')).DashboardRoute,
  messenger: async () => (await import('./MessengerRoute.tsx')).MessengerRoute,
  project: async () => (await import('./ProjectRoute.tsx')).ProjectRoute,
};
