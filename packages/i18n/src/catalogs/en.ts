import server from './en/server.json' with { type: 'json' };

export const en = { ...server };
