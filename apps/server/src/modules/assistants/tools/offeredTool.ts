/** A tool for a model: `name` is what models call, and what people allow. */
export interface OfferedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  /** It changes nothing and tells nobody outside, so that nobody is asked. */
  isSafe: boolean;
  run(input: Record<string, unknown>, signal: AbortSignal): Promise<string>;
}
