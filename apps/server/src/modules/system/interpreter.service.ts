import { ExtensionPoint } from '#platform/extensionPoint';
import type { Interpreter } from '#platform/outside/interpreter';
import type { View } from '#platform/work';

type Asking = Pick<View, 'app' | 'caller'>;

/** The features of language models for one person, as the workspace set them up. */
export interface Interpreting {
  interpreter: Interpreter;
  /** True if an assistant drafts and summarizes for them. */
  isAssisted: boolean;
}

/** Added by the module that knows the assistants. */
export const interpreters = new ExtensionPoint<(asking: Asking) => Promise<Interpreting>>();

/** Transcription and translation: those this server was started with, else those of the settings. */
export async function interpretingOf({ app, caller }: Asking): Promise<Interpreting> {
  const [found] = interpreters.of(app);
  const set = found && (await found({ app, caller }));
  return {
    interpreter: {
      transcribe: app.interpreter.transcribe ?? set?.interpreter.transcribe ?? null,
      translate: app.interpreter.translate ?? set?.interpreter.translate ?? null,
    },
    isAssisted: set?.isAssisted ?? false,
  };
}
