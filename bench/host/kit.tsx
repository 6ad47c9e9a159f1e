/** The smallest host of the kit: a provider and a button. Its configuration comes from the query, so that a benchmark can point it anywhere. */
import { defineNetwork } from '@latchkey/core/networks'
import { ConnectButton, LatchkeyProvider } from '@latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const query = new URLSearchParams(location.search)
const config = {
  projectId: '10ca1000000000000000000000000000',
  apiUrl: query.get('api') ?? location.origin,
  metadata: { name: 'Benchmark', url: location.origin },
  networks: [
    defineNetwork({
      id: 31337,
      name: 'Local One',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [query.get('rpc') ?? location.origin] } },
    }),
  ],
} as const

const container = document.querySelector('#root')
if (container) {
  createRoot(container).render(
    <StrictMode>
      <LatchkeyProvider config={config}>
        <ConnectButton />
      </LatchkeyProvider>
    </StrictMode>,
  )
}
