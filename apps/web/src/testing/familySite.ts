import { createLatchkey, type Latchkey } from '@latchkey/core'
import {
  announceStandardWallet,
  announceVirtualWallet,
  createVirtualSolanaWallet,
  createVirtualWallet,
} from '@latchkey/testkit'
import { onTestFinished } from 'vitest'
import { toKitConfig } from '../app/toKitConfig.ts'
import type { SiteConfig } from '../site/siteConfig.ts'

/** A network family of which the test site has a network and a wallet. */
export type TestFamily = 'eip155' | 'solana'

const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const connectorIds = { eip155: 'dev.latchkey.virtual', solana: 'solana:Virtual Solana Wallet' } as const
const accounts = [{ privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' }] as const

/** The token of the test site, by the family of its network. */
export const testTokens = {
  eip155: `eip155:31337:0x${'aA'.repeat(20)}`,
  solana: `${solana}:9wFFyRfZBsuAha4YcuxcXLKwMxJR43S7fPfQLusDBzvT`,
} as const

/** Makes a site with a network of each family, and an unreachable server. */
export function createFamilySite(token: TestFamily = 'eip155'): SiteConfig {
  return {
    ...{ apiUrl: 'http://127.0.0.1:9', projectId: '0'.repeat(32), name: 'BRASS', signIn: 'off' },
    token: testTokens[token],
    networks: [
      {
        ...{ id: 31337, caipNetworkId: 'eip155:31337', chainNamespace: 'eip155', name: 'Local One' },
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      },
      {
        ...{
          id: solana.slice('solana:'.length),
          caipNetworkId: solana,
          chainNamespace: 'solana',
          name: 'Local Solana',
        },
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        rpcUrls: { default: { http: [] } },
      },
    ],
  }
}

/** Makes the kit of a site, in a browser with a wallet of each family. Removes both when the test ends. */
export function createFamilyKit(site: SiteConfig): {
  latchkey: Latchkey
  connect: (family: TestFamily) => Promise<unknown>
} {
  const stops = [
    announceVirtualWallet({
      wallet: createVirtualWallet({ accounts, chains: { 31337: { rpcUrl: 'http://127.0.0.1:9' } } }),
    }),
    announceStandardWallet({ wallet: createVirtualSolanaWallet({ accounts }) }),
  ]
  const latchkey = createLatchkey(toKitConfig({ site, url: 'https://brass.example' }))
  onTestFinished(async () => {
    await latchkey.connection.disconnect()
    for (const stop of stops) stop()
    localStorage.clear()
  })
  return { latchkey, connect: (family) => latchkey.connection.connect({ connectorId: connectorIds[family] }) }
}
