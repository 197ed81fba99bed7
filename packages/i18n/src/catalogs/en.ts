import server from '../server/en.json' with { type: 'json' };
import entry from './en/entry.json' with { type: 'json' };
import screens from './en/screens.json' with { type: 'json' };
import tasks from './en/tasks.json' with { type: 'json' };
import web from './en/web.json' with { type: 'json' };

/** Those that a browser loads. */
export const enWeb = { ...entry, ...screens, ...tasks, ...web };
export const en = { ...enWeb, ...server };
