import type { LatchkeyConfig } from '@latchkey/core'
import { defineNetwork } from '@latchkey/core/networks'

/** Converts a network of this run to the chain format of viem, wagmi and the kit. */
export const toChain = ({ id, name, rpcUrl }: (typeof HOST)['networks'][number]) => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
})

const [first, ...rest] = HOST.networks.map((network) => defineNetwork(toChain(network)))
if (!first) throw new Error('The world has no networks')

/** Configuration of the kit in the host pages; the same on a server and in a browser. */
export const hostConfig: LatchkeyConfig = {
  projectId: HOST.projectId,
  apiUrl: HOST.apiUrl,
  wallet: { url: HOST.walletUrl },
  networks: [first, ...rest],
  metadata: { name: 'Host', url: 'https://host.example' },
}
