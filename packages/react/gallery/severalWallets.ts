import type { ConnectedAccount, ConnectionState, Network, WalletAccount } from '@latchkey/core'
import { account, connectedAs, localOne, localTwo, me } from './fixtures.ts'
import { walletPictures } from './pictures.ts'

const second = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
const smart = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'

/** Solana's mainnet. */
export const solana: Network = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8899'] } },
}

/** Bitcoin's mainnet. */
export const bitcoin: Network = {
  id: '000000000019d6689c085ae165831e93',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8332'] } },
}

/** Networks of an app with three families. */
export const families = [localOne, localTwo, solana, bitcoin] as const

function connectedWith(
  id: string,
  name: string,
  icon: string,
  network: Network,
  ...accounts: [Omit<WalletAccount, 'namespace'>, ...Omit<WalletAccount, 'namespace'>[]]
): ConnectedAccount {
  const namespace = network.chainNamespace
  const [first, ...others] = accounts.map((known): WalletAccount => ({ ...known, namespace }))
  if (!first) throw new Error('A wallet shares at least one account')
  return {
    ...account,
    namespace,
    address: first.address,
    caipAddress: `${network.caipNetworkId}:${first.address}`,
    type: first.type,
    allAccounts: [first, ...others],
    chainId: network.caipNetworkId,
    connector: { id, namespace, name, icon, rdns: null, type: 'injected' },
  }
}

const harbor = connectedWith(
  'example.harbor',
  'Harbor',
  walletPictures.harbor,
  localOne,
  { address: me, type: 'eoa' },
  { address: second, type: 'eoa' },
)
const orbit = connectedWith('example.orbit', 'Orbit Wallet', walletPictures.orbit, localOne, {
  address: second,
  type: 'eoa',
})
/** A Solana account. */
export const harborSolana = connectedWith('solana:Harbor', 'Harbor', walletPictures.harbor, solana, {
  address: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
  type: 'eoa',
})
/** A Bitcoin account with an address for payments and one for ordinals. */
export const ember = connectedWith(
  'bip122:Ember',
  'Ember',
  walletPictures.ember,
  bitcoin,
  { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', type: 'payment' },
  { address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', type: 'ordinal' },
)

/** Four wallets in three families. */
export const connectedWithMany: ConnectionState = {
  status: 'connected',
  account: harbor,
  connections: [
    { account: harbor, active: true },
    { account: orbit, active: false },
    { account: harborSolana, active: true },
    { account: ember, active: true },
  ],
  asking: undefined,
  failure: undefined,
}

/** A wallet with an EOA and a smart account. */
export const connectedSmart: ConnectionState = connectedAs({
  ...harbor,
  type: 'smartAccount',
  address: smart,
  caipAddress: `${localOne.caipNetworkId}:${smart}`,
  allAccounts: [
    { namespace: 'eip155', address: smart, type: 'smartAccount' },
    { namespace: 'eip155', address: me, type: 'eoa' },
  ],
})
