import type { Area } from '@atrium/contract/scopes.ts';
import { t } from '#sync/language.ts';

/** What a scope allows, in the reader's words. */
export function scopeName(scope: string): string {
  const [area, kind] = scope.split(':') as [Area, 'read' | 'write'];
  return `${t(`tokens.area_${area}`)}: ${t(`tokens.${kind}`)}`;
}
