import { BlockList, isIP } from 'node:net'

/** Addresses that are not of the public internet: this machine, private networks, and what only a router knows. */

const V4: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Those that carry an address of IPv4 are private too: its receiver cannot be judged by them. */
const V6: readonly [network: string, prefix: number][] = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]

const [privateV4, privateV6] = [new BlockList(), new BlockList()]
for (const [network, prefix] of V4) privateV4.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of V6) privateV6.addSubnet(network, prefix, 'ipv6')

/** @param address an IP address */
export function isPrivate(address: string): boolean {
  return isIP(address) === 4 ? privateV4.check(address, 'ipv4') : privateV6.check(address, 'ipv6')
}
