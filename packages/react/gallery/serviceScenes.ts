import type { SignInState, ViewEntry } from '@latchkey/core'
import * as f from './fixtures.ts'
import type { Scene } from './scenes.ts'
import { connectedSmart, connectedWithMany, families, solana } from './severalWallets.ts'

const connect: ViewEntry = { name: 'Connect', data: undefined }
const home: ViewEntry = { name: 'Account', data: undefined }
const networks: ViewEntry = { name: 'Networks', data: undefined }
const wallets: ViewEntry = { name: 'Wallets', data: undefined }
const subject = { accountId: f.account.caipAddress, chainId: f.account.chainId, address: f.account.address }

function signIn(id: string, state: Partial<SignInState>, world: Partial<Scene['world']> = {}): Scene {
  return {
    id,
    world: { connection: f.connected, signIn: { subject, required: true, ...state }, ...world },
    history: [{ name: 'ConnectingSiwe', data: undefined }],
  }
}

function later(id: string, entry: ViewEntry, history: readonly ViewEntry[] = [home]): Scene {
  return { id, world: history[0]?.name === 'Account' ? { connection: f.connected } : {}, history: [...history, entry] }
}

const toSolana: ViewEntry = { name: 'SwitchNetwork', data: { chainId: solana.caipNetworkId } }
const severalNetworks = { networks: families, active: families[0] }
const alert = {
  code: 'origin_not_allowed',
  message: 'Invalid App Configuration',
  details:
    'The origin https://brass.example is not among those of this project. Add it with "latchkey projects origins add https://brass.example".',
} as const

/** Scenes of signing in, several wallets, several families, alerts, and optional services that a site lacks. */
export const serviceScenes: readonly Scene[] = [
  signIn('sign-in', { status: 'needed' }),
  signIn('sign-in-optional', { status: 'needed', required: false }),
  signIn('sign-in-checking', { status: 'checking' }),
  { ...signIn('sign-in-checking-slow', { status: 'checking' }), waitMs: 10_500 },
  signIn('sign-in-signing', { status: 'signing' }),
  { ...signIn('sign-in-slow', { status: 'signing' }), waitMs: 10_500 },
  signIn('sign-in-storing', { status: 'storing' }),
  signIn('sign-in-declined', {
    status: 'needed',
    failure: { code: 'siwx_declined', message: 'Signature declined' },
  }),
  signIn(
    'sign-in-smart-account',
    {
      status: 'needed',
      failure: { code: 'siwx_smart_account', message: 'This application might not support Smart Accounts' },
    },
    { connection: connectedSmart },
  ),
  signIn('sign-in-away', {
    status: 'needed',
    failure: { code: 'network_request_failed', message: 'Network request failed' },
  }),
  signIn('sign-in-no-cookie', {
    status: 'needed',
    failure: {
      code: 'siwx_cookie_missing',
      message: 'The browser did not keep the server’s cookie, so you cannot be signed in',
    },
  }),
  signIn('sign-in-refused', { status: 'needed' }, { modal: { shake: { reason: 'signInRequired' } } }),
  {
    ...signIn('sign-in-done', { status: 'signedIn' }),
    history: [{ name: 'SIWXSignMessage', data: undefined }],
  },
  { id: 'wallets', world: { connection: f.connected }, history: [home, wallets] },
  {
    id: 'wallets-many',
    world: { connection: connectedWithMany, config: { networks: families }, networks: severalNetworks },
    history: [home, wallets],
  },
  {
    id: 'wallets-recent',
    world: {
      connection: f.connected,
      wallets: {
        ...f.wallets,
        installed: f.wallets.installed.map((wallet, index) => ({ ...wallet, recent: index < 2 })),
      },
    },
    history: [home, wallets],
  },
  {
    id: 'account-many',
    world: { connection: connectedWithMany, config: { networks: families }, networks: severalNetworks },
    history: [home],
  },
  { id: 'account-smart', world: { connection: connectedSmart }, history: [home] },
  {
    id: 'networks-families',
    world: { connection: f.connected, config: { networks: families }, networks: severalNetworks },
    history: [home, networks],
  },
  {
    id: 'switch-no-wallet',
    world: {
      connection: f.connected,
      config: { networks: families },
      networks: severalNetworks,
      wallet: 'no_active_account',
    },
    history: [home, networks, toSolana],
  },
  {
    id: 'switch-cannot',
    world: { connection: f.connected, wallet: 'chain_not_on_connector' },
    history: [home, networks, { name: 'SwitchNetwork', data: { chainId: f.localTwo.caipNetworkId } }],
  },
  { id: 'alert', world: { modal: { alert } }, history: [connect] },
  { id: 'alert-account', world: { connection: f.connected, modal: { alert } }, history: [home] },
  {
    id: 'toast-progress',
    world: {
      connection: f.connected,
      signIn: { status: 'signing', subject, required: true },
      modal: { toast: { id: 3, kind: 'loading', message: 'Authenticating...', text: 'authenticating' } },
    },
    history: [{ name: 'ConnectingSiwe', data: undefined }],
  },
  later('what-is-a-buy', { name: 'WhatIsABuy', data: undefined }),
  later('later-name', { name: 'ChooseAccountName', data: undefined }),
]
