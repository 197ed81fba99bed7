import { driveSearch } from '@atrium/contract/files/drive.ts';
import { userSearch } from '@atrium/contract/people/users.ts';
import { projectLists } from '@atrium/contract/projects/projects.ts';
import { taskLists } from '@atrium/contract/projects/tasks.ts';
import { type DialogHit, msgSearch } from '@atrium/contract/workspace/search.ts';
import { hasOperators, parseSearch } from '@atrium/richtext/search/searchQuery.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { type Hit, hitOf, type Kind } from './results.ts';

/** Searches one kind on the server; errors are in the person's language. */
export async function searchKind(kind: Kind, key: string, size: number): Promise<Hit[]> {
  try {
    return await fetchHits(kind, key, size);
  } catch (error) {
    throw new Error(wordsOf(error), { cause: error });
  }
}

async function fetchHits(kind: Kind, key: string, size: number): Promise<Hit[]> {
  const { api } = client;
  switch (kind) {
    case 'task': {
      const keys = { name: key };
      const page = await api.read(taskLists, { keys, archived: 'all', scope: 'all_project', pagesize: size });
      return page.data.map((task) => hitOf(key, { kind, task }));
    }
    case 'message': {
      const { data } = await api.read(msgSearch, { key, take: size });
      return (data as DialogHit[]).map((hit) => hitOf(key, { kind, hit }));
    }
    case 'project': {
      if (isNarrowed(key)) return [];
      const wanted = { keys: { name: key }, archived: 'all' as const, pagesize: size };
      const isHead = (client.user?.managed_departments ?? []).length > 0;
      const [own, team] = await Promise.all([
        api.read(projectLists, wanted),
        isHead ? api.read(projectLists, { ...wanted, archived: 'no', department_owner_ids: ['all'] }) : { data: [] },
      ]);
      return [...own.data, ...team.data].map((project) => hitOf(key, { kind, project }));
    }
    case 'file': {
      if (isNarrowed(key)) return [];
      const files = await api.read(driveSearch, { key, take: size });
      return files.map((file) => hitOf(key, { kind, file }));
    }
    case 'contact': {
      if (isNarrowed(key)) return [];
      const answer = await api.read(userSearch, { keys: { key }, pagesize: size });
      return (Array.isArray(answer) ? answer : answer.data).map((user) => hitOf(key, { kind, user }));
    }
  }
}

/** Operators apply to messages and tasks; a project or a person has no author or date to filter by. */
const isNarrowed = (key: string) => hasOperators(parseSearch(key));
