import { createLatchkey } from '@latchkey/core'
import { defineNetwork } from '@latchkey/core/networks'
import { toChain } from './toChain.ts'

const [first, ...rest] = INTEROP.networks.map((network) => defineNetwork(toChain(network)))
if (!first) throw new Error('The world has no networks')

export const latchkey = createLatchkey({
  projectId: INTEROP.projectId,
  apiUrl: INTEROP.apiUrl,
  wallet: { url: INTEROP.walletUrl },
  networks: [first, ...rest],
  metadata: { name: 'Interop', url: location.origin },
})
if (typeof window !== 'undefined') void latchkey.connection.reconnect()
