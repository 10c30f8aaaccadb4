import { authCalls, catalogCalls, libraryCalls } from '@nightshelf/contracts';
import type { SendOptions, TestAnswer } from '@nightshelf/testing/api-client.ts';
import { GatewayClient, someRegistration } from '@nightshelf/testing/gateway-client.ts';

/** A browser at an address of its own, as a trusted proxy in front of the gateway tells it. */
export class ClientAt extends GatewayClient {
  readonly #url: string;
  readonly #address: string;

  constructor(url: string, address: string) {
    super(url);
    this.#url = url;
    this.#address = address;
  }

  override send<Body>(method: string, path: string, options: SendOptions = {}): Promise<TestAnswer<Body>> {
    return super.send<Body>(method, path, {
      ...options,
      headers: { 'x-forwarded-for': this.#address, ...options.headers },
    });
  }

  /** The same browser, signed out. */
  stranger(address = this.#address): ClientAt {
    return new ClientAt(this.#url, address);
  }
}

export interface Gamer {
  readonly client: ClientAt;
  readonly username: string;
  readonly entryId: string;
  readonly guid: string;
}

/** Somebody with one game in the vault, at an address of their own. */
export async function becomeGamer(url: string, address: string): Promise<Gamer> {
  const client = new ClientAt(url, address);
  const { user } = await client.call(authCalls.register, { body: someRegistration() });
  const { results } = await client.call(catalogCalls.searchExternalGames, { query: { q: 'zelda', limit: 10 } });
  await client.call(catalogCalls.cacheSearchResults, { body: { results: results.map(({ guid }) => ({ guid })) } });
  const guid = results[0]?.guid ?? '';
  const { user_game } = await client.call(libraryCalls.addEntry, { body: { game_guid: guid, known_only: false } });
  return { client, username: user.username, entryId: user_game.id, guid };
}
