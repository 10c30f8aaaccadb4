import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';

export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
}

/** Receives spans like an OpenTelemetry collector: OTLP over HTTP, protobuf. */
export class SpanCollector {
  readonly #server: Server;
  readonly spans: CollectedSpan[] = [];

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      this.spans.push(...spansIn(Buffer.concat(chunks)));
      response.end();
    });
  }

  static async start(): Promise<SpanCollector> {
    const collector = new SpanCollector();
    await new Promise<void>((resolve) => {
      collector.#server.listen(0, '127.0.0.1', resolve);
    });
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** The fields of opentelemetry/proto/collector/trace/v1/trace_service.proto and its imports that the tests read. */
const requestType = protobuf
  .parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated Attribute attributes = 1; }
  message Attribute { string key = 1; Value value = 2; }
  message Value { string string_value = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span { bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; }
`)
  .root.lookupType('Request');

interface Request {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue: string } }[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly { traceId: Buffer; spanId: Buffer; parentSpanId: Buffer; name: string }[];
    }[];
  }[];
}

function spansIn(body: Buffer): CollectedSpan[] {
  const { resourceSpans } = requestType.toObject(requestType.decode(body), { defaults: true }) as Request;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ name, traceId, spanId, parentSpanId }) => ({
        ...{ service, name, traceId: traceId.toString('hex'), spanId: spanId.toString('hex') },
        parentId: Buffer.from(parentSpanId).toString('hex'),
      }));
  });
}
