import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, until } from '@nightshelf/testing';
import { stringify } from 'yaml';

interface Matcher {
  readonly name: string;
  readonly matchType: string;
  readonly value: string;
}

interface Route {
  readonly receiver: string;
  readonly groupBy?: readonly string[];
  readonly groupWait?: string;
  readonly groupInterval?: string;
  readonly repeatInterval?: string;
  readonly matchers?: readonly Matcher[];
  readonly routes?: readonly Route[];
}

export interface AlertmanagerSpec {
  readonly route: Route;
  readonly receivers: readonly { readonly name: string }[];
  readonly inhibitRules: readonly {
    readonly sourceMatch: readonly Matcher[];
    readonly targetMatch: readonly Matcher[];
    readonly equal?: readonly string[];
  }[];
}

/** An alert in Alertmanager: its receivers, and the alerts that inhibit it. */
export interface KnownAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly receivers: readonly { readonly name: string }[];
  readonly status: { readonly inhibitedBy: readonly string[] };
}

const namespace: Matcher = { name: 'namespace', matchType: '=', value: 'nightshelf' };

/** Adds the namespace label, like the operator does. */
const written = (matchers: readonly Matcher[]) =>
  [...matchers, namespace].map(({ name, matchType, value }) => `${name}${matchType}"${value}"`);

const routeOf = ({
  receiver,
  groupBy,
  groupWait,
  groupInterval,
  repeatInterval,
  matchers = [],
  routes,
}: Route): object => ({
  receiver,
  ...(groupBy && { group_by: groupBy }),
  group_wait: groupWait,
  group_interval: groupInterval,
  repeat_interval: repeatInterval,
  matchers: written(matchers),
  ...(routes && { routes: routes.map(routeOf) }),
});

/** An Alertmanager with the configuration of an AlertmanagerConfig, and receivers that send nothing. */
export class AlertmanagerServer {
  readonly #url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, process: ChildProcess) {
    this.#url = url;
    this.#process = process;
  }

  static async start(program: string, folder: string, spec: AlertmanagerSpec): Promise<AlertmanagerServer> {
    const config = join(folder, 'alertmanager.yml');
    const inhibit = spec.inhibitRules.map(({ sourceMatch, targetMatch, equal = [] }) => ({
      source_matchers: written(sourceMatch),
      target_matchers: written(targetMatch),
      equal: ['namespace', ...equal],
    }));
    const receivers = [{ name: 'default' }, ...spec.receivers.map(({ name }) => ({ name }))];
    const route = { receiver: 'default', routes: [routeOf(spec.route)] };
    writeFileSync(config, stringify({ route, receivers, inhibit_rules: inhibit }));
    const address = `127.0.0.1:${await freePort()}`;
    const args = [`--config.file=${config}`, `--storage.path=${join(folder, 'data')}`, '--cluster.listen-address='];
    const server = spawn(program, [...args, `--web.listen-address=${address}`], { stdio: 'ignore' });
    await until('Alertmanager is ready', async () => (await fetch(`http://${address}/-/ready`)).ok);
    return new AlertmanagerServer(`http://${address}`, server);
  }

  /** Fires these alerts, in the product's namespace unless they set another. */
  async fire(alerts: readonly Readonly<Record<string, string>>[]): Promise<void> {
    const body = JSON.stringify(alerts.map((labels) => ({ labels: { namespace: 'nightshelf', ...labels } })));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${this.#url}/api/v2/alerts`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(await response.text());
  }

  async alerts(): Promise<readonly KnownAlert[]> {
    return (await (await fetch(`${this.#url}/api/v2/alerts`)).json()) as KnownAlert[];
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill();
    await ended;
  }
}
