import { bitcoinNetworks, type ChainId, solanaNetworks } from '@latchkey/protocol'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { defineBitcoinNetwork } from '../networks/defineBitcoinNetwork.ts'
import { defineSolanaNetwork } from '../networks/defineSolanaNetwork.ts'
import { connectionRecordKey } from '../storage/createConnectionStorage.ts'
import { createTestEnvironment, type TestEnvironment } from './createTestEnvironment.ts'
import { type TestFrameRequest, testUser, testWalletUrl } from './createTestFrame.ts'
import { createWalletKit, type WalletKit } from './createWalletKit.ts'
import { localOne } from './testNetworks.ts'

const rpcUrls = { default: { http: ['http://127.0.0.1:8899'] } }
const referenceOf = (chainId: ChainId) => chainId.slice(chainId.indexOf(':') + 1)

/** Networks of the tests' apps in the other families. */
export const solanaOne = defineSolanaNetwork({
  ...{ name: 'Local Solana', reference: referenceOf(solanaNetworks.localnet), rpcUrls, testnet: true },
})
export const solanaTwo = defineSolanaNetwork({
  ...{ name: 'Local Solana Two', reference: referenceOf(solanaNetworks.localnetTwo), rpcUrls, testnet: true },
})
export const regtest = defineBitcoinNetwork({
  ...{ name: 'Local Bitcoin', reference: referenceOf(bitcoinNetworks.regtest), testnet: true },
  rpcUrls: { default: { http: [] } },
})

/** The Solana accounts of two visitors, and the Bitcoin accounts of both. */
export const solanaAddresses = {
  ada: '9wFFyRfZBsuAha4YcuxcXLKwMxJR43S7fPfQLusDBzvT',
  ben: '5K7bzvmRzFBBxhTQkmcmGWxYhZxrbVYxgvvvHcdTGoPJ',
} as const
export const bitcoinAccounts = [
  {
    ...{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', type: 'payment', path: "m/84'/1'/0'/0/0" },
    publicKey: `0x02${'11'.repeat(32)}`,
  },
  {
    ...{ address: 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6', type: 'ordinal' },
    ...{ path: "m/86'/1'/0'/0/0", publicKey: `0x02${'22'.repeat(32)}` },
  },
] as const

/** Returns a visitor with all families, as the frame answers `getUser` on a network. */
export function userOn(chainId: unknown, solana: string = solanaAddresses.ada): object {
  const text = String(chainId ?? testUser.chainId)
  if (text.startsWith('solana:'))
    return { email: testUser.email, address: solana, chainId: text, accounts: [{ address: solana, type: 'eoa' }] }
  if (text.startsWith('bip122:'))
    return { email: testUser.email, address: bitcoinAccounts[0].address, chainId: text, accounts: bitcoinAccounts }
  return { ...testUser, chainId: text }
}

/** Creates a kit whose app has networks of all families, and whose wallet has accounts in all of them. */
export function createFamilyKit({
  networks = [localOne, solanaOne, solanaTwo, regtest],
  stored,
  ...config
}: Partial<LatchkeyConfig> & {
  /** The connectors of the last visit, the selected one first. */
  stored?: readonly { connectorId: string; namespace: string }[]
} = {}): WalletKit & { isSignedIn: { now: boolean } } {
  const environment: TestEnvironment = createTestEnvironment()
  const isSignedIn = { now: stored !== undefined }
  if (stored) {
    const record = {
      version: 2,
      connections: stored,
      recentConnectorIds: [],
      namespace: stored[0]?.namespace,
      chainIds: {},
    }
    environment.storage.setItem(connectionRecordKey, JSON.stringify(record))
  }
  const kit = createWalletKit({ environment, config: { networks, wallet: { url: testWalletUrl }, ...config } })
  const { answers } = kit.frame
  answers.isConnected = () => ({ isConnected: isSignedIn.now, isProtected: true })
  answers.getUser = ({ payload }: TestFrameRequest) => userOn(payload.chainId ?? networks[0].caipNetworkId)
  answers.connectEmail = () => ({ action: 'CONNECT' })
  answers.signOut = () => {
    isSignedIn.now = false
    return {}
  }
  return { ...kit, isSignedIn }
}

/** Returns the connector IDs of the current connections, the selected one first. */
export function connectedIds({ latchkey }: Pick<WalletKit, 'latchkey'>): string[] {
  return latchkey.connection.getState().connections.map(({ account }) => account.connector.id)
}
