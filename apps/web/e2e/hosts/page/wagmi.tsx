import { createLatchkey } from '@latchkey/core'
import { LatchkeyProvider } from '@latchkey/react'
import { latchkey as latchkeyConnector } from '@latchkey/wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { hostConfig, toChain } from './hostConfig.ts'
import { WagmiWallets } from './WagmiWallets.tsx'

const [first, ...rest] = HOST.networks.map(toChain)
if (!first) throw new Error('The world has no networks')
const chains = [first, ...rest] as const

const latchkey = createLatchkey(hostConfig)
const wagmiConfig = createConfig({
  chains,
  connectors: [latchkeyConnector({ latchkey })],
  multiInjectedProviderDiscovery: false,
  transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
})

const element = document.getElementById('root')
if (!element) throw new Error('wagmi.html has no #root')
createRoot(element).render(
  <LatchkeyProvider latchkey={latchkey}>
    <WagmiProvider config={wagmiConfig}>
      <QueryClientProvider client={new QueryClient()}>
        <WagmiWallets />
      </QueryClientProvider>
    </WagmiProvider>
  </LatchkeyProvider>,
)
