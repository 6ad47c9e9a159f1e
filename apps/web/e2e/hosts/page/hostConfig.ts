import type { LatchkeyConfig } from '@latchkey/core'
import { defineNetwork } from '@latchkey/core/networks'

/** A network of this run as viem, wagmi and the kit describe chains. */
export const toChain = ({ id, name, rpcUrl }: (typeof HOST)['networks'][number]) => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
})

const [first, ...rest] = HOST.networks.map((network) => defineNetwork(toChain(network)))
if (!first) throw new Error('The world has no networks')

/** How the host pages configure the kit; the same on a server and in a browser. */
export const hostConfig: LatchkeyConfig = {
  projectId: HOST.projectId,
  apiUrl: HOST.apiUrl,
  wallet: { url: HOST.walletUrl },
  networks: [first, ...rest],
  metadata: { name: 'Host', url: 'https://host.example' },
}
