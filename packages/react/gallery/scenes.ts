import type { ConnectionState, EmailState, EmailStatus, ViewEntry } from '@latchkey/core'
import { connectScenes } from './connectScenes.ts'
import type { FixtureWorld } from './createFixtureLatchkey.ts'
import { familyScenes, incompleteSolana } from './familyScenes.ts'
import * as f from './fixtures.ts'
import { nameScenes } from './nameScenes.ts'
import { onrampScenes } from './onrampScenes.ts'
import { relayScenes } from './relayScenes.ts'
import { samePrices, sendScenes } from './sendScenes.ts'
import { serviceScenes } from './serviceScenes.ts'
import { shortfallScenes } from './shortfallScenes.ts'
import { smartAccountScenes } from './smartAccountScenes.ts'
import { socialScenes } from './socialScenes.ts'
import { swapScenes } from './swapScenes.ts'

/** A view in one state. */
export type Scene = {
  id: string
  world: FixtureWorld
  /** The modal's history; the last view shows. Empty shows only the page. */
  history: readonly ViewEntry[]
  /** Text to type into the view's first field; a final line break submits it. */
  typed?: string
  /** Wait before the screenshot in milliseconds, for states that take time to appear. */
  waitMs?: number
}

const connect: ViewEntry = { name: 'Connect', data: undefined }
const home: ViewEntry = { name: 'Account', data: undefined }
const failure = { code: 'user_rejected', message: 'The request was declined in the wallet' } as const
const external: ViewEntry = { name: 'ConnectingExternal', data: { connectorId: 'example.harbor' } }
const asking: ConnectionState = {
  ...f.disconnected,
  status: 'connecting',
  connector: f.account.connector,
  asking: f.account.connector,
}
const transaction = (index: number): ViewEntry => ({
  name: 'Transaction',
  data: { hash: f.history[index]?.metadata.hash ?? '', chainId: f.localOne.caipNetworkId },
})

const verifyDevice: ViewEntry = { name: 'EmailVerifyDevice', data: undefined }
const verifyOtp: ViewEntry = { name: 'EmailVerifyOtp', data: undefined }
const settings: ViewEntry = { name: 'AccountSettings', data: undefined }
const security: ViewEntry = { name: 'Security', data: undefined }
const updateEmail: ViewEntry = { name: 'UpdateEmail', data: undefined }
const login = (status: EmailStatus): Partial<EmailState> => ({ status, email: 'ada@brass.example' })
const inWallet = (id: string, history: readonly ViewEntry[], email: Partial<EmailState> = {}): Scene => ({
  id,
  world: { config: f.withWallet, connection: f.embedded, email: { ...f.signedIn, ...email } },
  history,
})

/** Every view in its states. */
export const scenes: readonly Scene[] = [
  { id: 'page', world: {}, history: [] },
  { id: 'page-connected', world: { connection: f.connected }, history: [] },
  { id: 'connect', world: {}, history: [connect] },
  { id: 'connect-email', world: { config: f.withWallet }, history: [connect] },
  { id: 'connect-email-alone', world: { config: f.withWallet, wallets: f.noWallets }, history: [connect] },
  { id: 'connect-email-sending', world: { config: f.withWallet, email: login('sending') }, history: [connect] },
  { id: 'email-device', world: { config: f.withWallet, email: login('device') }, history: [connect, verifyDevice] },
  { id: 'email-code', world: { config: f.withWallet, email: login('code') }, history: [connect, verifyOtp] },
  {
    id: 'email-code-slow',
    world: { config: f.withWallet, email: login('code') },
    history: [connect, verifyOtp],
    waitMs: 10_500,
  },
  {
    id: 'email-connecting',
    world: { config: f.withWallet, email: login('connecting') },
    history: [connect, verifyOtp],
  },
  {
    id: 'email-failed',
    world: {
      config: f.withWallet,
      email: {
        ...login('failed'),
        failure: {
          code: 'code_expired',
          message: 'This code has expired. Request a new one',
          retryAfter: undefined,
        },
      },
    },
    history: [connect, verifyOtp],
  },
  inWallet('account-embedded', [home]),
  inWallet('account-settings', [home, settings]),
  inWallet('approve', [home, { name: 'ApproveTransaction', data: undefined }]),
  inWallet('receive-unprotected', [home, { name: 'Receive', data: undefined }]),
  inWallet('security', [home, settings, security]),
  inWallet('security-protected', [home, settings, security], { isProtected: true }),
  inWallet('update-email', [home, settings, updateEmail]),
  inWallet('update-email-primary', [home, settings, { name: 'UpdateEmailPrimaryOtp', data: undefined }], {
    update: { status: 'primary', email: 'ada@new.example', failure: undefined },
  }),
  inWallet('update-email-secondary', [home, settings, { name: 'UpdateEmailSecondaryOtp', data: undefined }], {
    update: { status: 'secondary', email: 'ada@new.example', failure: undefined },
  }),
  inWallet('update-email-failed', [home, settings, { name: 'UpdateEmailSecondaryOtp', data: undefined }], {
    update: {
      status: 'failed',
      email: 'ada@new.example',
      failure: { code: 'email_taken', message: 'This email address belongs to another account', retryAfter: undefined },
    },
  }),
  { id: 'connect-empty', world: { wallets: f.noWallets }, history: [connect] },
  { id: 'connecting', world: { connection: asking }, history: [connect, external] },
  { id: 'connecting-slow', world: { connection: asking }, history: [connect, external], waitMs: 10_500 },
  {
    id: 'connecting-declined',
    world: {
      connection: { ...f.disconnected, failure: { ...failure, connectorId: 'example.harbor' } },
      wallet: 'user_rejected',
    },
    history: [connect, external],
  },
  {
    id: 'connecting-missing',
    world: {},
    history: [
      connect,
      { name: 'AllWallets', data: undefined },
      { name: 'ConnectingExternal', data: { connectorId: 'example.fern' } },
    ],
  },
  { id: 'all-wallets', world: {}, history: [connect, { name: 'AllWallets', data: undefined }] },
  {
    id: 'all-wallets-loading',
    world: { directory: 'never' },
    history: [connect, { name: 'AllWallets', data: undefined }],
  },
  {
    id: 'all-wallets-failed',
    world: { directory: 'network_request_failed' },
    history: [connect, { name: 'AllWallets', data: undefined }],
  },
  {
    id: 'all-wallets-none',
    world: { directory: [], wallets: f.noWallets },
    history: [connect, { name: 'AllWallets', data: undefined }],
  },
  { id: 'get-wallet', world: {}, history: [connect, { name: 'GetWallet', data: undefined }] },
  { id: 'what-is-a-wallet', world: {}, history: [connect, { name: 'WhatIsAWallet', data: undefined }] },
  { id: 'account', world: { connection: f.connected }, history: [home] },
  {
    id: 'account-activity',
    world: { connection: f.connected },
    history: [{ name: 'Account', data: { tab: 'activity' } }],
  },
  {
    id: 'account-loading',
    world: { connection: f.connected, balances: { ...f.noBalances, status: 'loading' }, activity: f.noActivity },
    history: [home],
  },
  {
    id: 'account-stale',
    world: {
      connection: f.connected,
      balances: {
        ...f.balances,
        status: 'failed',
        updatedAt: f.galleryNow - 130_000,
        error: { code: 'balances_unavailable', message: 'Token Balance Unavailable' },
      },
    },
    history: [home],
  },
  {
    id: 'account-failed',
    world: {
      connection: f.connected,
      balances: {
        ...f.noBalances,
        status: 'failed',
        error: { code: 'balances_unavailable', message: 'Token Balance Unavailable' },
      },
    },
    history: [home],
  },
  {
    id: 'account-empty',
    world: { connection: f.connected, balances: { ...f.balances, data: [], total: undefined } },
    history: [home],
  },
  { id: 'receive', world: { connection: f.connected }, history: [home, { name: 'Receive', data: undefined }] },
  { id: 'activity', world: { connection: f.connected }, history: [home, { name: 'Activity', data: undefined }] },
  {
    id: 'activity-empty',
    world: { connection: f.connected, activity: { ...f.activity, data: [] } },
    history: [home, { name: 'Activity', data: undefined }],
  },
  {
    id: 'activity-loading',
    world: { connection: f.connected, activity: { ...f.noActivity, status: 'loading' } },
    history: [home, { name: 'Activity', data: undefined }],
  },
  {
    id: 'activity-failed',
    world: {
      connection: f.connected,
      activity: {
        ...f.noActivity,
        status: 'failed',
        error: { code: 'history_unavailable', message: 'Failed to fetch transactions' },
      },
    },
    history: [home, { name: 'Activity', data: undefined }],
  },
  { id: 'transaction', world: { connection: f.connected }, history: [home, transaction(1)] },
  { id: 'transaction-trade', world: { connection: f.connected }, history: [home, transaction(2)] },
  { id: 'transaction-failed', world: { connection: f.connected }, history: [home, transaction(3)] },
  ...sendScenes,
  { id: 'networks', world: { connection: f.connected }, history: [home, { name: 'Networks', data: undefined }] },
  {
    id: 'switch',
    world: { connection: f.connected, networks: { switchingTo: f.localTwo.caipNetworkId } },
    history: [
      home,
      { name: 'Networks', data: undefined },
      { name: 'SwitchNetwork', data: { chainId: f.localTwo.caipNetworkId } },
    ],
  },
  {
    id: 'switch-declined',
    world: { connection: f.connected, wallet: 'user_rejected' },
    history: [
      home,
      { name: 'Networks', data: undefined },
      { name: 'SwitchNetwork', data: { chainId: f.localTwo.caipNetworkId } },
    ],
  },
  {
    id: 'unsupported',
    world: { connection: f.connected, networks: { active: undefined, unsupportedChainId: 'eip155:999' } },
    history: [{ name: 'UnsupportedChain', data: undefined }],
  },
  {
    id: 'unsupported-refused',
    world: {
      connection: f.connected,
      networks: { active: undefined, unsupportedChainId: 'eip155:999' },
      modal: { shake: { reason: 'chooseNetwork' } },
    },
    history: [{ name: 'UnsupportedChain', data: undefined }],
  },
  {
    id: 'what-is-a-network',
    world: { connection: f.connected },
    history: [home, { name: 'WhatIsANetwork', data: undefined }],
  },
  {
    id: 'toast-success',
    world: { connection: f.connected, modal: { toast: { id: 1, kind: 'success', message: 'Transaction started' } } },
    history: [home],
  },
  {
    id: 'toast-error',
    world: {
      connection: f.connected,
      modal: { toast: { id: 2, kind: 'error', message: 'Failed to send transaction. Please try again.' } },
    },
    history: [],
  },
  ...serviceScenes,
  ...connectScenes,
  ...relayScenes,
  ...swapScenes,
  samePrices,
  ...smartAccountScenes,
  ...socialScenes,
  ...familyScenes,
  ...nameScenes,
  ...onrampScenes,
  incompleteSolana,
  ...shortfallScenes,
]
