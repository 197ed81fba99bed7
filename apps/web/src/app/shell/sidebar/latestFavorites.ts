import { favoriteList } from '@atrium/contract/workspace/favorites.ts';
import { client } from '#sync/session.ts';

const PAGE = 20;

/** The newest favorites of all kinds. */
export const readLatestFavorites = async () => (await client.api.read(favoriteList, { pagesize: PAGE })).data;
