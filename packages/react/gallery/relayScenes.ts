import type { ConnectedAccount, PairedRequest, PairingReach, Siwx, ViewEntry, WalletChoice } from '@latchkey/core'
import { fern, waiting } from './connectScenes.ts'
import * as f from './fixtures.ts'
import { walletPictures } from './pictures.ts'
import type { Scene } from './scenes.ts'

const connect: ViewEntry = { name: 'Connect', data: undefined }
const home: ViewEntry = { name: 'Account', data: undefined }
const all: ViewEntry = { name: 'AllWallets', data: undefined }
const basic: ViewEntry = { name: 'ConnectingWalletConnectBasic', data: undefined }
const review: readonly ViewEntry[] = [
  home,
  { name: 'WalletSend', data: undefined },
  { name: 'WalletSendPreview', data: undefined },
]

/** The site has only its own relay, which two wallets of the directory use. */
const ownAlone: PairingReach = { own: true, public: false }
const phones = [
  { ...f.listed(f.listings[2] ?? never()), id: 'example.ember' },
  { ...f.listed(f.listings[3] ?? never()), id: 'example.orbit' },
].map((wallet) => ({ ...wallet, listing: wallet.listing && { ...wallet.listing, relay: 'own' as const } }))
const directory = [
  ...phones.flatMap(({ listing }) => listing ?? []),
  ...f.listings.filter(({ id }) => id !== 'ember' && id !== 'orbit'),
]
const harbor = f.installed('example.harbor', 'Harbor', walletPictures.harbor)
const offer = {
  ...f.noWallets,
  installed: [harbor],
  recommended: [...phones, ...f.listings.slice(4, 5).map(f.listed)],
  ownRelay: phones,
  count: 62,
}
const byCode: readonly WalletChoice[] = [{ type: 'qr' }]
const extension: readonly WalletChoice[] = [{ type: 'install', store: 'chrome', url: 'https://shop.example/fern' }]

/** Connected by a code, with a wallet on a phone. */
const paired: ConnectedAccount = {
  ...f.account,
  connector: {
    id: 'walletConnect',
    namespace: 'eip155',
    name: 'Ember',
    icon: walletPictures.ember,
    rdns: null,
    type: 'walletConnect',
  },
}
const connection = f.connectedAs(paired)
const request: PairedRequest = {
  method: 'eth_sendTransaction',
  wallet: { name: 'Ember', icon: walletPictures.ember },
  link: undefined,
}
const onThisPhone: PairedRequest = { ...request, link: { href: 'ember://', target: '_self' } }
const form = { token: f.dollar, sendTokenAmount: '250', receiverAddress: f.friend, speed: 'standard' } as const
const signing = { status: 'signing', form, receiver: { status: 'none' }, issues: [], preview: f.preview } as const
const withOneClick = {
  createOneClick: async () => never(),
} as unknown as Siwx

function never(): never {
  throw new Error('The gallery has no such wallet')
}

/** Scenes of the relays' reach and failures, and of requests in a wallet on another device. */
export const relayScenes: readonly Scene[] = [
  {
    id: 'reach-connect',
    world: { wallets: offer, pairing: { status: 'idle' }, reach: ownAlone },
    history: [connect],
  },
  {
    id: 'reach-none',
    world: {
      wallets: { ...offer, recommended: f.listings.slice(4, 7).map(f.listed), ownRelay: [] },
      pairing: { status: 'idle' },
      reach: ownAlone,
    },
    history: [connect],
  },
  {
    id: 'reach-all',
    world: { wallets: offer, pairing: { status: 'idle' }, reach: ownAlone, directory },
    history: [connect, all],
  },
  { id: 'reach-basic', world: { wallets: offer, pairing: waiting, reach: ownAlone }, history: [connect, basic] },
  {
    id: 'reach-basic-first',
    world: { wallets: offer, pairing: waiting, reach: ownAlone, config: { basic: true } },
    history: [basic],
  },
  {
    id: 'reach-unreachable',
    world: { pairing: { status: 'idle' }, reach: ownAlone, choices: extension },
    history: [connect, fern],
  },
  {
    id: 'reach-unreachable-phone',
    world: {
      pairing: { status: 'idle' },
      reach: ownAlone,
      mobile: true,
      choices: [
        { type: 'browse', href: 'https://fern.example/browse', target: '_blank' },
        { type: 'install', store: 'ios', url: 'https://shop.example/fern' },
      ],
    },
    history: [connect, fern],
  },
  {
    id: 'reach-unreachable-nowhere',
    world: { pairing: { status: 'idle' }, reach: ownAlone, choices: [] },
    history: [connect, fern],
  },
  {
    id: 'reach-unreachable-own',
    world: {
      wallets: offer,
      pairing: { status: 'idle' },
      reach: { own: false, public: true },
      choices: [],
    },
    history: [connect, { name: 'ConnectingWalletConnect', data: { walletId: 'example.ember' } }],
  },
  {
    id: 'relay-dialling',
    world: { pairing: { status: 'preparing' }, relay: 'connecting', choices: byCode },
    history: [connect, fern],
  },
  {
    id: 'relay-reconnecting',
    world: { pairing: waiting, relay: 'down', choices: byCode },
    history: [connect, fern],
  },
  {
    id: 'relay-refused',
    world: { pairing: waiting, relay: 'refused', choices: byCode },
    history: [connect, fern],
  },
  {
    id: 'relay-reconnecting-phone',
    world: { pairing: waiting, relay: 'down', choices: [{ type: 'mobile' }], mobile: true },
    history: [connect, fern],
  },
  {
    id: 'pairing-one-click',
    world: { pairing: waiting, relay: 'connected', choices: byCode, config: { siwx: withOneClick } },
    history: [connect, fern],
  },
  {
    id: 'pairing-one-click-phone',
    world: { pairing: waiting, choices: [{ type: 'mobile' }], mobile: true, config: { siwx: withOneClick } },
    history: [connect, fern],
  },
  { id: 'paired-send', world: { connection, send: signing, requests: [request] }, history: review },
  {
    id: 'paired-send-phone',
    world: { connection, send: signing, requests: [onThisPhone], mobile: true },
    history: review,
  },
  {
    id: 'paired-send-slow',
    world: { connection, send: signing, requests: [onThisPhone], mobile: true },
    history: review,
    waitMs: 10_500,
  },
  {
    id: 'paired-send-relay',
    world: { connection, send: signing, requests: [request], relay: 'down' },
    history: review,
  },
  {
    id: 'paired-sign-in',
    world: {
      connection,
      requests: [onThisPhone],
      mobile: true,
      signIn: {
        status: 'signing',
        required: true,
        subject: { accountId: paired.caipAddress, chainId: paired.chainId, address: paired.address },
      },
    },
    history: [{ name: 'SIWXSignMessage', data: undefined }],
  },
  {
    id: 'paired-switch',
    world: { connection, requests: [request], networks: { switchingTo: f.localTwo.caipNetworkId } },
    history: [home, { name: 'SwitchNetwork', data: { chainId: f.localTwo.caipNetworkId } }],
  },
  {
    id: 'paired-switch-phone',
    world: {
      connection,
      requests: [onThisPhone],
      mobile: true,
      networks: { switchingTo: f.localTwo.caipNetworkId },
    },
    history: [home, { name: 'SwitchNetwork', data: { chainId: f.localTwo.caipNetworkId } }],
  },
  { id: 'paired-account', world: { connection, relay: 'down' }, history: [home] },
  {
    id: 'paired-wallets',
    world: {
      connection: {
        ...connection,
        connections: [...connection.connections, { account: f.account, active: false }],
      },
      relay: 'down',
    },
    history: [home, { name: 'Wallets', data: undefined }],
  },
  {
    id: 'toast-took-over',
    world: {
      connection: f.connected,
      modal: { toast: { id: 3, kind: 'success', message: '', text: 'tookOver', wallet: 'Harbor' } },
    },
    history: [home],
  },
  {
    id: 'reach-basic-reading',
    world: {
      wallets: { ...offer, recommended: [], ownRelay: [], directory: 'loading' },
      pairing: waiting,
      reach: ownAlone,
      config: { basic: true },
    },
    history: [basic],
  },
]
