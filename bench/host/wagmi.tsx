/** The same page with bare wagmi: a button that connects the first wallet of the browser, and no interface beyond it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, http, injected, useAccount, useConnect, WagmiProvider } from 'wagmi'

const chain = {
  id: 31337,
  name: 'Local One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [location.origin] } },
} as const
const config = createConfig({ chains: [chain], connectors: [injected()], transports: { [chain.id]: http() } })
const queryClient = new QueryClient()

function Connect() {
  const { address } = useAccount()
  const { connect, connectors } = useConnect()
  return (
    <button type="button" onClick={() => connectors[0] && connect({ connector: connectors[0] })}>
      {address ?? 'Connect wallet'}
    </button>
  )
}

const container = document.querySelector('#root')
if (container) {
  createRoot(container).render(
    <StrictMode>
      <WagmiProvider config={config}>
        <QueryClientProvider client={queryClient}>
          <Connect />
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  )
}
