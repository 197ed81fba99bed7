/** A model's reasoning precedes its answer, between a line `::: reasoning` and a line `:::`. */
export function withoutReasoning(md: string): { text: string; isThinking: boolean } {
  let text = '';
  let isThinking = false;
  for (const line of md.split('\n')) {
    if (isThinking) {
      if (/^:::[ \t]*\r?$/.test(line)) isThinking = false;
    } else if (/^:::[ \t]+reasoning\b/.test(line)) {
      isThinking = true;
    } else {
      text += `${line}\n`;
    }
  }
  return { text: text.trim(), isThinking };
}
