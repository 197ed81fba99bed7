import { ExtensionPoint } from '#platform/extensionPoint';
import type { View, WritingView } from '#platform/work';

/** Things of another module that messages reference by a code that opens them for readers. */
export interface ShareKind {
  kind: 'report' | 'file';
  /** Returns the codes of those that the caller may share, by id. */
  codes: (view: WritingView, ids: readonly number[]) => Promise<Map<number, string>>;
  /** Returns the names behind codes. */
  names: (view: View, codes: readonly string[]) => Promise<Map<string, string>>;
}

export const shareKinds = new ExtensionPoint<ShareKind>();
