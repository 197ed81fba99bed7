import { AsyncLocalStorage } from 'node:async_hooks';
import type * as Api from '@opentelemetry/api';
import type { Context, Span, Tracer } from '@opentelemetry/api';
import type * as Sdk from '@opentelemetry/sdk-trace';

/** The destination of traces, from the variables that all OpenTelemetry programs read. */
export interface TracingOptions {
  /** Base of OTLP over HTTP, such as `http://collector:4318`. */
  endpoint: string;
  serviceName: string;
  /** Share of the requests that are traced, 0 to 1. */
  ratio: number;
}

/**
 * Spans from a request to its statements. They contain ids and statement texts only, never values, texts of people or
 * tokens.
 */
export interface Tracing {
  /** Runs a request inside a span; `traceparent` is the caller's, if the request has one. */
  request<T>(name: string, traceparent: string, attributes: Attributes, run: () => Promise<T>): Promise<T>;
  /** Starts a span for a statement of the running request. Returns what ends it; undefined outside a traced request. */
  statement(text: string): ((error?: unknown) => void) | undefined;
  /** Sends what has not been sent. */
  close(): Promise<void>;
}
type Attributes = Record<string, string | number>;

const MAX_TEXT = 2000;

export async function openTracing({ endpoint, serviceName, ratio }: TracingOptions, version: string): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: byRatio(sdk, ratio),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer: Tracer = provider.getTracer('atrium', version);
  const running = new AsyncLocalStorage<Context>();
  const end = (span: Span, error?: unknown) => {
    if (error !== undefined) {
      // The message is left out, because the database's messages can quote values.
      const { code, name } = error as { code?: string; name?: string };
      span.setAttribute('error.type', code ?? name ?? 'error');
      span.setStatus({ code: api.SpanStatusCode.ERROR });
    }
    span.end();
  };
  return {
    async request(name, traceparent, attributes, run) {
      const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, parentOf(api, traceparent));
      try {
        const result = await running.run(api.trace.setSpan(api.ROOT_CONTEXT, span), run);
        end(span);
        return result;
      } catch (error) {
        end(span, error);
        throw error;
      }
    },
    statement(text) {
      const context = running.getStore();
      if (!context) return undefined;
      const span = tracer.startSpan(
        verbOf(text),
        {
          kind: api.SpanKind.CLIENT,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_TEXT) },
        },
        context,
      );
      return (error) => end(span, error);
    },
    close: () => provider.shutdown(),
  };
}

/** A caller's trace is continued, but callers do not decide whether it is recorded. */
function byRatio(sdk: typeof Sdk, ratio: number): Sdk.Sampler {
  const root = new sdk.TraceIdRatioBasedSampler(ratio);
  return new sdk.ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root });
}

/** Reads the header of W3C Trace Context. */
function parentOf(api: typeof Api, traceparent: string): Context {
  const match = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent);
  const [, traceId = '', spanId = '', flags = ''] = match ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return match && api.isSpanContextValid(parent)
    ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent)
    : api.ROOT_CONTEXT;
}

const verbOf = (text: string): string => /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY';
