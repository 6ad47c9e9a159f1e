import {
  announceStandardWallet,
  announceVirtualWallet,
  createVirtualBitcoinWallet,
  createVirtualSolanaWallet,
  createVirtualWallet,
  installBitcoinProvider,
  type WalletControls,
} from '@latchkey/testkit'
import { bitcoin, bitcoinTestnet, solana, solanaDevnet } from '../networks/presets.ts'
import { localOne } from './testNetworks.ts'

const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
const accounts = [{ privateKey: keys[0] }, { privateKey: keys[1] }] as const

/** Networks of all families. */
export const allNetworks = [localOne, solana, solanaDevnet, bitcoin, bitcoinTestnet] as const

/** A test wallet of any kind. */
export type AnyWallet = Pick<
  WalletControls,
  'setPolicy' | 'setAccount' | 'revoke' | 'disappear' | 'approve' | 'requests'
> & {
  /** The first address of each of its accounts. */
  addresses: readonly string[]
  isPermitted: () => boolean
  /** Adds it to another page, as a reload does. */
  announce: (page: EventTarget) => void
}

/** All interfaces with which wallets of this browser are found, with their connector IDs. */
export const walletKinds: readonly {
  kind: string
  connectorId: string
  namespace: 'eip155' | 'solana' | 'bip122'
  /** The requests that ask the visitor for accounts. */
  prompts: readonly string[]
  create: () => AnyWallet
}[] = [
  {
    kind: 'EIP-6963',
    connectorId: 'dev.latchkey.virtual',
    namespace: 'eip155',
    prompts: ['eth_requestAccounts'],
    create: () => createEvm((wallet, page) => void announceVirtualWallet({ wallet, target: page })),
  },
  {
    kind: 'window.ethereum',
    connectorId: 'injected',
    namespace: 'eip155',
    prompts: ['eth_requestAccounts'],
    create: () =>
      createEvm((wallet, page) => {
        Object.assign(page, { ethereum: wallet.provider })
        page.dispatchEvent(new Event('ethereum#initialized'))
      }),
  },
  {
    kind: 'Wallet Standard, Solana',
    connectorId: 'solana:Virtual Solana Wallet',
    namespace: 'solana',
    prompts: [],
    create: () => {
      const wallet = createVirtualSolanaWallet({ accounts })
      return {
        ...wallet,
        isPermitted: () => wallet.getState().permitted,
        announce: (page) => void announceStandardWallet({ wallet, target: page }),
      }
    },
  },
  {
    kind: 'Wallet Standard, Bitcoin',
    connectorId: 'bip122:Virtual Bitcoin Wallet',
    namespace: 'bip122',
    prompts: ['bitcoin:connect'],
    create: () => createBitcoin((wallet, page) => void announceStandardWallet({ wallet, target: page })),
  },
  {
    kind: 'sats-connect',
    connectorId: 'bip122:Virtual Bitcoin Wallet',
    namespace: 'bip122',
    prompts: ['wallet_connect', 'getAccounts', 'getAddresses'],
    create: () => createBitcoin((wallet, page) => void installBitcoinProvider({ wallet, target: page })),
  },
  {
    kind: 'UniSat',
    connectorId: 'bip122:UniSat Wallet',
    namespace: 'bip122',
    prompts: ['requestAccounts'],
    create: () =>
      createBitcoin((wallet, page) => void installBitcoinProvider({ wallet, interface: 'unisat', target: page })),
  },
]

function createEvm(announce: (wallet: ReturnType<typeof createVirtualWallet>, page: EventTarget) => void): AnyWallet {
  const wallet = createVirtualWallet({ accounts, chains: { 31337: 'http://127.0.0.1:1' } })
  return {
    ...wallet,
    addresses: wallet.getState().accounts.map(({ address }) => address),
    isPermitted: () => wallet.getState().permitted,
    announce: (page) => announce(wallet, page),
  }
}

function createBitcoin(
  announce: (wallet: ReturnType<typeof createVirtualBitcoinWallet>, page: EventTarget) => void,
): AnyWallet {
  const wallet = createVirtualBitcoinWallet({ accounts })
  return {
    ...wallet,
    addresses: wallet.addresses.map(({ payment }) => payment),
    isPermitted: () => wallet.getState().permitted,
    announce: (page) => announce(wallet, page),
  }
}
