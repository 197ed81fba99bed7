/** A tool for a model: `name` is what models call, and what people allow. */
export interface OfferedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  /** True if it changes nothing and sends no data elsewhere, so that no confirmation is needed. */
  isSafe: boolean;
  run(input: Record<string, unknown>, signal: AbortSignal): Promise<string>;
}
