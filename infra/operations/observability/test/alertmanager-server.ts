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

/** What an AlertmanagerConfig says. */
export interface AlertmanagerSpec {
  readonly route: Route;
  readonly receivers: readonly { readonly name: string }[];
  readonly inhibitRules: readonly {
    readonly sourceMatch: readonly Matcher[];
    readonly targetMatch: readonly Matcher[];
    readonly equal?: readonly string[];
  }[];
}

/** An alert as Alertmanager has it: whom it reaches, and by how many others it is kept quiet. */
export interface KnownAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly receivers: readonly { readonly name: string }[];
  readonly status: { readonly inhibitedBy: readonly string[] };
}

const namespace: Matcher = { name: 'namespace', matchType: '=', value: 'nightshelf' };

/** As the operator writes them: what belongs to a namespace has its label. */
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

/** An Alertmanager that is told what an AlertmanagerConfig comes to, and reaches nobody. */
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
    const receivers = [{ name: 'nobody' }, ...spec.receivers.map(({ name }) => ({ name }))];
    const route = { receiver: 'nobody', routes: [routeOf(spec.route)] };
    writeFileSync(config, stringify({ route, receivers, inhibit_rules: inhibit }));
    const address = `127.0.0.1:${await freePort()}`;
    const args = [`--config.file=${config}`, `--storage.path=${join(folder, 'data')}`, '--cluster.listen-address='];
    const server = spawn(program, [...args, `--web.listen-address=${address}`], { stdio: 'ignore' });
    await until('Alertmanager is ready', async () => (await fetch(`http://${address}/-/ready`)).ok);
    return new AlertmanagerServer(`http://${address}`, server);
  }

  /** Has these fire, in the product's namespace unless they say another. */
  async fire(alerts: readonly Readonly<Record<string, string>>[]): Promise<void> {
    const body = JSON.stringify(alerts.map((labels) => ({ labels: { namespace: 'nightshelf', ...labels } })));
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${this.#url}/api/v2/alerts`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
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
