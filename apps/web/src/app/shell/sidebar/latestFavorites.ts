import { favoriteList } from '@atrium/contract/workspace/favorites.ts';
import { client } from '#sync/session.ts';

const PAGE = 20;

/** The first favorites of all kinds, in the person’s order. */
export const readLatestFavorites = async () => (await client.api.read(favoriteList, { pagesize: PAGE })).data;
