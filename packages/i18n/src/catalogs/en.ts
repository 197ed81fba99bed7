import entry from './en/entry.json' with { type: 'json' };
import screens from './en/screens.json' with { type: 'json' };
import server from './en/server.json' with { type: 'json' };
import web from './en/web.json' with { type: 'json' };

export const en = { ...entry, ...screens, ...server, ...web };
