import {
  type Context,
  DiagLogLevel,
  diag,
  type Attributes as OtelAttributes,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Env } from "@/lib/env";
import { logger } from "@/lib/logger";
import type { Kind, Span, Telemetry } from "./telemetry";

const NAME = "pricing-intelligence";
/** Minimum time between two warnings about an unreachable receiver. */
const TOLD_EVERY_MS = 600_000;
const FLUSH_MS = 3_000;
/** In seconds, as OpenTelemetry's conventions require for durations. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

const METRICS: Record<Kind, { name: string; description: string }> = {
  request: {
    name: "http.server.request.duration",
    description: "Duration of HTTP requests, until the last byte is sent.",
  },
  operation: { name: "pricing.operation.duration", description: "Duration of operations." },
  database: {
    name: "db.client.operation.duration",
    description: "Duration of SQL statements, including the wait for a connection.",
  },
  limiter: { name: "pricing.limiter.duration", description: "Duration of rate limit checks." },
  payments: { name: "pricing.payments.duration", description: "Duration of requests to the payment service." },
  collector: { name: "pricing.collector.duration", description: "Duration of collecting one public source." },
  verifier: { name: "pricing.verifier.duration", description: "Duration of verifying one vendor page." },
};

const KINDS: Record<Kind, SpanKind> = {
  request: SpanKind.SERVER,
  operation: SpanKind.INTERNAL,
  database: SpanKind.CLIENT,
  limiter: SpanKind.CLIENT,
  payments: SpanKind.CLIENT,
  collector: SpanKind.INTERNAL,
  verifier: SpanKind.INTERNAL,
};

const FIXED: Partial<Record<Kind, OtelAttributes>> = { database: { "db.system.name": "postgresql" } };

class Traced implements Span {
  constructor(
    private readonly span: OtelSpan,
    readonly context: Context,
  ) {}

  rename(name: string, attributes: OtelAttributes) {
    this.span.updateName(name).setAttributes(attributes);
  }

  end(attributes: OtelAttributes, error?: string) {
    this.span.setAttributes(attributes);
    if (error !== undefined) this.span.setAttribute("error.type", error).setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }
}

/**
 * Sends traces and metrics by OTLP over HTTP; the exporters read OTEL_EXPORTER_OTLP_… themselves. Nothing is registered
 * for the whole process, so libraries with their own traces, which contain whole URLs, have nowhere to send them.
 */
export function openTelemetry({ sampled, metricsEveryMs, spansEveryMs }: NonNullable<Env["telemetry"]>): Telemetry {
  tellOfFaults();
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": NAME }))
    .merge(detectResources({ detectors: [envDetector] }));
  const tracers = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampled) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: spansEveryMs })],
  });
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: metricsEveryMs,
    exportTimeoutMillis: Math.min(metricsEveryMs, 10_000),
  });
  const meters = new MeterProvider({ resource, readers: [reader] });
  const tracer = tracers.getTracer(NAME);
  const meter = meters.getMeter(NAME);
  const histograms = Object.fromEntries(
    Object.entries(METRICS).map(([kind, { name, description }]) => [
      kind,
      meter.createHistogram(name, { description, unit: "s", advice: { explicitBucketBoundaries: BUCKETS } }),
    ]),
  ) as Record<Kind, ReturnType<typeof meter.createHistogram>>;
  return {
    begin(kind, name, attributes, parent) {
      const around = parent instanceof Traced ? parent.context : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...FIXED[kind], ...attributes } }, around);
      return new Traced(span, trace.setSpan(around, span));
    },
    record: (kind, ms, attributes) => histograms[kind].record(ms / 1_000, { ...FIXED[kind], ...attributes }),
    async flush() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS).unref());
      const sent = Promise.allSettled([tracers.forceFlush(), meters.forceFlush()]);
      await Promise.race([sent, late]);
    },
  };
}

function tellOfFaults(): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (message: string) => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return;
    toldAt = performance.now();
    logger.warn("telemetry could not be sent to its receiver", { reason: message.slice(0, 500) });
  };
  const nothing = () => {};
  diag.setLogger({ error: tell, warn: nothing, info: nothing, debug: nothing, verbose: nothing }, DiagLogLevel.ERROR);
}
