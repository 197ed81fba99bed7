/** The main screens. */
export const mainScreens = {
  dashboard: async () => (await import('#app/routes/DashboardRoute.tsx')).DashboardRoute,
  messenger: async () => {
    // The code of a conversation loads along with the list, not after it.
    const { MessengerRoute, fetchConversation } = await import('#app/routes/MessengerRoute.tsx');
    await fetchConversation().catch(() => undefined);
    return MessengerRoute;
  },
  project: async () => (await import('#app/routes/ProjectRoute.tsx')).ProjectRoute,
};

/** The main screen of an address; undefined outside the frame. @param place path, with or without a query */
export function mainScreenAt(place: string): keyof typeof mainScreens | undefined {
  const [, base = '', name = ''] = place.split(/[/?]/);
  if (base !== 'manage') return undefined;
  return name === 'messenger' || name === 'project' ? name : 'dashboard';
}
