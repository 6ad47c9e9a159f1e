import './wallet.ts'

import { LatchkeyProvider } from '@latchkey/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { Wallets } from './Wallets.tsx'
import { wagmiConfig } from './wagmi.ts'
import { latchkey } from './wallet.ts'

const queryClient = new QueryClient()
const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')

createRoot(element).render(
  <LatchkeyProvider latchkey={latchkey}>
    <WagmiProvider config={wagmiConfig}>
      <QueryClientProvider client={queryClient}>
        <Wallets />
      </QueryClientProvider>
    </WagmiProvider>
  </LatchkeyProvider>,
)
