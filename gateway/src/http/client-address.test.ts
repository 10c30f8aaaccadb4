import { expect, test } from 'vitest';
import { clientAddress, type GatewayRequest } from './exchange.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as GatewayRequest;

test.each([
  ['an IPv4 address', '10.0.0.1', undefined, 0, '10.0.0.1'],
  ['an IPv4 address within IPv6', '::ffff:10.0.0.1', undefined, 0, '10.0.0.1'],
  ['the network of an IPv6 address', '2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2::/64'],
  ['the network of a shortened IPv6 address', '2001:db8::5', undefined, 0, '2001:db8:0:0::/64'],
  ['no forwarded address when no proxy is trusted', '10.0.0.1', '6.6.6.6', 0, '10.0.0.1'],
  ['the address that the one proxy saw', '10.0.0.1', '6.6.6.6, 1.2.3.4', 1, '1.2.3.4'],
  ['the address that the outer of two proxies saw', '10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2', 2, '1.2.3.4'],
  ['the proxy itself when the header holds no address', '10.0.0.1', '<script>', 1, '10.0.0.1'],
  ['the proxy itself without the header', '10.0.0.1', undefined, 1, '10.0.0.1'],
])('counts %s', (_, remote, forwarded, trusted, address) => {
  expect(clientAddress(request(remote, forwarded), trusted)).toBe(address);
});
