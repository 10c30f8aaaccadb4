import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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

// Field numbers in opentelemetry/proto/collector/trace/v1/trace_service.proto and its imports.
const resourceSpans = 1;
const resource = 1;
const attributes = 1;
const scopeSpans = 2;
const spans = 2;
const span = { traceId: 1, spanId: 2, parentId: 4, name: 5 };

function spansIn(body: Buffer): CollectedSpan[] {
  return all(body, resourceSpans).flatMap((group) => {
    const service = all(group, resource)
      .flatMap((each) => all(each, attributes))
      .find((attribute) => one(attribute, 1).toString() === 'service.name');
    const name = service ? one(one(service, 2), 1).toString() : '';
    return all(group, scopeSpans)
      .flatMap((each) => all(each, spans))
      .map((each) => ({
        service: name,
        name: one(each, span.name).toString(),
        traceId: one(each, span.traceId).toString('hex'),
        spanId: one(each, span.spanId).toString('hex'),
        parentId: one(each, span.parentId).toString('hex'),
      }));
  });
}

const one = (message: Buffer, field: number): Buffer => all(message, field)[0] ?? Buffer.alloc(0);

/** Returns the values of a field with wire type 2: strings, bytes and messages. */
function all(message: Buffer, field: number): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = message[at] ?? 0;
      at += 1;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    const wireType = key % 8;
    if (wireType === 0) varint();
    else if (wireType === 1) at += 8;
    else if (wireType === 5) at += 4;
    else {
      const length = varint();
      if (Math.floor(key / 8) === field) found.push(message.subarray(at, at + length));
      at += length;
    }
  }
  return found;
}
