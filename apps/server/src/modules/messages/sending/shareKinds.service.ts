import { ExtensionPoint } from '#platform/extensionPoint';
import type { View, WritingView } from '#platform/work';

/** Things of another module that messages name by a code, which their readers open them with. */
export interface ShareKind {
  kind: 'report' | 'file';
  /** Codes of those of these things that the caller may pass on, by id. */
  codes: (view: WritingView, ids: readonly number[]) => Promise<Map<number, string>>;
  /** The names behind codes. */
  names: (view: View, codes: readonly string[]) => Promise<Map<string, string>>;
}

export const shareKinds = new ExtensionPoint<ShareKind>();
