import type { Area } from '@atrium/contract/scopes.ts';
import { t } from '#sync/language.ts';

/** The name of a scope in the reader's language. */
export function scopeName(scope: string): string {
  const [area, kind] = scope.split(':') as [Area, 'read' | 'write'];
  return `${t(`tokens.area_${area}`)}: ${t(`tokens.${kind}`)}`;
}
