import type { Chromium } from './chromium.ts';

interface Answer {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: unknown;
}

/** A tab of Chromium, by the DevTools protocol. */
export class Tab {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #sent = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id === undefined) return;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  static async open({ port }: Chromium): Promise<Tab> {
    const response = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' });
    const { webSocketDebuggerUrl } = (await response.json()) as { webSocketDebuggerUrl: string };
    const socket = new WebSocket(webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new Tab(socket);
  }

  /** Sends a command of the protocol, such as `Page.navigate`. */
  async send<Result>(method: string, params: object = {}): Promise<Result> {
    this.#sent += 1;
    const id = this.#sent;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { error, result } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as Result;
  }

  /** The value of an expression in the page, awaited if it is a promise. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.send<{
      result: { value: Value };
      exceptionDetails?: { text: string };
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }

  /** Has a window of 1440 × 900. */
  async beDesktop(): Promise<void> {
    const size = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false };
    await this.send('Emulation.setDeviceMetricsOverride', size);
  }

  /** Lets go of the tab, which stays open. */
  close(): void {
    this.#socket.close();
  }

  /** Closes the tab itself: what runs in it ends. */
  async end(): Promise<void> {
    const closed = new Promise((resolve) => this.#socket.addEventListener('close', resolve, { once: true }));
    // It is gone before it could answer.
    this.#socket.send(JSON.stringify({ id: 0, method: 'Page.close' }));
    await closed;
  }
}
