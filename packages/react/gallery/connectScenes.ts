import type { ConnectorInfo, PairingState, ViewEntry, WalletChoice, WalletEntry } from '@latchkey/core'
import * as f from './fixtures.ts'
import { walletPictures } from './pictures.ts'
import type { Scene } from './scenes.ts'

const connect: ViewEntry = { name: 'Connect', data: undefined }
const all: ViewEntry = { name: 'AllWallets', data: undefined }
const basic: ViewEntry = { name: 'ConnectingWalletConnectBasic', data: undefined }
export const fern: ViewEntry = { name: 'ConnectingWalletConnect', data: { walletId: 'example.fern' } }
const uri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?expiryTimestamp=1791295740&relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
export const waiting: PairingState = { status: 'waiting', uri, expiresAt: f.galleryNow + 227_000 }
const failed = (code: 'user_rejected' | 'relay_unavailable' | 'wallet_timeout', message: string): PairingState => ({
  status: 'failed',
  failure: { code, message },
})
const idle: PairingState = { status: 'idle' }
const onDesktop: readonly WalletChoice[] = [
  { type: 'qr' },
  { type: 'desktop' },
  { type: 'web' },
  { type: 'install', store: 'chrome', url: 'https://shop.example/fern' },
]
const onPhone: readonly WalletChoice[] = [
  { type: 'mobile' },
  { type: 'web' },
  { type: 'install', store: 'ios', url: 'https://shop.example/fern' },
]
const offered = f.listings.slice(1, 5).map(f.listed)
const offer: FixtureWallets = {
  ...f.noWallets,
  installed: [f.installed('example.harbor', 'Harbor', walletPictures.harbor)],
  recommended: offered.slice(0, 3),
  count: 62,
}
type FixtureWallets = typeof f.noWallets
const families = (['eip155', 'solana', 'bip122'] as const).map(
  (namespace): ConnectorInfo => ({
    id: namespace === 'eip155' ? 'example.orbit' : `${namespace}:Orbit Wallet`,
    namespace,
    name: 'Orbit Wallet',
    icon: walletPictures.orbit,
    rdns: namespace === 'eip155' ? 'example.orbit' : null,
    type: 'injected',
  }),
)
const orbit: WalletEntry = {
  ...f.installed('example.orbit', 'Orbit Wallet', walletPictures.orbit),
  connectors: families,
}
const blocked: ConnectorInfo = {
  ...f.account.connector,
  id: 'smartWallet',
  name: 'Lantern',
  icon: null,
  type: 'smartWallet',
}
const certified = f.listings.map((listing, index) => ({ ...listing, badge_type: index % 2 ? null : 'certified' }))
const legalConsent = { config: { legalConsent: true } }

/** Scenes of choosing and reaching a wallet. */
export const connectScenes: readonly Scene[] = [
  { id: 'connect-offers', world: { wallets: offer, pairing: idle }, history: [connect] },
  {
    id: 'connect-reading',
    world: { wallets: { ...offer, recommended: [], count: undefined, directory: 'loading' }, pairing: idle },
    history: [connect],
  },
  {
    id: 'connect-recent-phone',
    world: {
      wallets: {
        ...f.noWallets,
        recent: offered.slice(0, 1).map((wallet) => ({ ...wallet, recent: true })),
        recommended: offered.slice(1),
        count: 62,
      },
      pairing: waiting,
      mobile: true,
      choices: onPhone,
    },
    history: [connect],
  },
  {
    id: 'connect-solana',
    world: { wallets: { ...f.noWallets, installed: [orbit] } },
    history: [{ name: 'Connect', data: { namespace: 'solana' } }],
  },
  { id: 'connect-consent', world: { ...legalConsent, wallets: offer }, history: [connect] },
  { id: 'connect-alone', world: { config: { allWallets: 'hide' }, wallets: offer }, history: [connect] },
  { id: 'all-wallets-certified', world: { directory: certified }, history: [connect, all] },
  {
    id: 'multi-chain',
    world: { wallets: { ...f.noWallets, installed: [orbit] }, config: { networks: f.allFamilies } },
    history: [connect, { name: 'ConnectingMultiChain', data: { walletId: 'example.orbit' } }],
  },
  {
    id: 'connecting-blocked',
    world: {
      wallets: {
        ...f.noWallets,
        installed: [{ ...orbit, id: 'smartWallet', name: 'Lantern', icon: null, connectors: [blocked] }],
      },
      connection: {
        ...f.disconnected,
        failure: { code: 'popup_blocked', message: 'The browser blocked the window', connectorId: 'smartWallet' },
      },
    },
    history: [connect, { name: 'ConnectingExternal', data: { connectorId: 'smartWallet' } }],
  },
  {
    id: 'connecting-other-ways',
    world: { choices: [{ type: 'browser', connectors: [f.account.connector] }, { type: 'qr' }], pairing: waiting },
    history: [connect, { name: 'ConnectingExternal', data: { connectorId: 'example.harbor' } }],
  },
  { id: 'pairing', world: { pairing: waiting, choices: onDesktop }, history: [connect, fern] },
  {
    id: 'pairing-preparing',
    world: { pairing: { status: 'preparing' }, choices: onDesktop },
    history: [connect, fern],
  },
  {
    id: 'pairing-slow',
    world: { pairing: waiting, choices: [{ type: 'qr' }] },
    history: [connect, fern],
    waitMs: 10_500,
  },
  {
    id: 'pairing-declined',
    world: { pairing: failed('user_rejected', 'The request was declined in the wallet'), choices: onDesktop },
    history: [connect, fern],
  },
  {
    id: 'pairing-relay',
    world: { pairing: failed('relay_unavailable', 'The relay cannot be reached'), choices: onDesktop },
    history: [connect, fern],
  },
  {
    id: 'pairing-expired',
    world: { pairing: failed('wallet_timeout', 'The wallet did not answer'), choices: onDesktop },
    history: [connect, fern],
  },
  {
    id: 'pairing-connecting',
    world: {
      pairing: idle,
      choices: onDesktop,
      connection: {
        ...f.disconnected,
        status: 'connecting',
        connector: { ...blocked, id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' },
        asking: { ...blocked, id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' },
      },
    },
    history: [connect, fern],
  },
  { id: 'pairing-desktop', world: { pairing: waiting, choices: [{ type: 'desktop' }] }, history: [connect, fern] },
  { id: 'pairing-phone', world: { pairing: waiting, choices: onPhone, mobile: true }, history: [connect, fern] },
  {
    id: 'pairing-phone-preparing',
    world: { pairing: { status: 'preparing' }, choices: onPhone, mobile: true },
    history: [connect, fern],
  },
  {
    id: 'pairing-browse',
    world: {
      choices: [
        { type: 'browse', href: 'https://fern.example/browse', target: '_blank' },
        { type: 'install', store: 'ios', url: 'https://shop.example/fern' },
      ],
      mobile: true,
    },
    history: [connect, fern],
  },
  {
    id: 'pairing-install',
    world: { choices: [{ type: 'install', store: 'homepage', url: 'https://fern.example' }] },
    history: [connect, fern],
  },
  { id: 'pairing-missing', world: { choices: [] }, history: [connect, fern] },
  { id: 'pairing-basic', world: { pairing: waiting, config: { basic: true } }, history: [basic] },
  {
    id: 'pairing-basic-phone',
    world: { pairing: waiting, config: { basic: true }, mobile: true, wallets: f.noWallets },
    history: [basic],
  },
  {
    id: 'pairing-basic-consent',
    world: { pairing: waiting, config: { basic: true, legalConsent: true } },
    history: [basic],
  },
  { id: 'pairing-basic-missing', world: { config: { basic: true } }, history: [basic] },
]
