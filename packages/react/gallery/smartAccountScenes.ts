import type { ConnectedAccount, ConnectionState, Permission, PermissionsState, ViewEntry } from '@latchkey/core'
import type { FixtureWorld } from './createFixtureLatchkey.ts'
import * as f from './fixtures.ts'
import type { Scene } from './scenes.ts'

const smart = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'
const usd = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const shop = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const day = 86_400
const now = f.galleryNow / 1000

const home: ViewEntry = { name: 'Account', data: undefined }
const settings: ViewEntry = { name: 'AccountSettings', data: undefined }
const accounts: ViewEntry = { name: 'SmartAccountSettings', data: undefined }
const list: ViewEntry = { name: 'SmartSessionList', data: undefined }

const plain: ConnectedAccount = {
  ...f.embeddedAccount,
  allAccounts: [
    { namespace: 'eip155', address: f.me, type: 'eoa' },
    { namespace: 'eip155', address: smart, type: 'smartAccount' },
  ],
  preferredAccountType: 'eoa',
  smartAccountDeployed: false,
}
const used: ConnectedAccount = {
  ...plain,
  type: 'smartAccount',
  address: smart,
  caipAddress: `${f.localOne.caipNetworkId}:${smart}`,
  preferredAccountType: 'smartAccount',
}

/** The embedded wallet with its smart account active. */
export const embeddedSmart: ConnectionState = f.connectedAs(used)
/** The embedded wallet with its EOA active. */
export const embeddedPlain: ConnectionState = f.connectedAs(plain)

const project = { id: 'p', name: 'Brass Post', url: 'https://post.brass.example', iconUrl: null }
const granted: Permission = {
  project,
  pci: 'a',
  account: `${f.localOne.caipNetworkId}:${smart}`,
  expiry: now + 320 * day,
  createdAt: now - 45 * day,
  signer: { type: 'account', data: { address: shop } },
  permissions: [
    {
      type: 'erc20-recurring-allowance',
      data: { address: usd, allowance: '0x4c4b40', start: now - 45 * day, period: 30 * day, to: shop },
    },
  ],
  policies: [],
  context: '0x12',
  revokedAt: null,
  status: 'active',
  usage: [{ token: `eip155:31337:${usd}`, limit: '5000000', used: '3500000', periodEndsAt: now + 15 * day + 3_600 }],
}
/** A permission to spend, and a permission to play. */
export const grantedPermissions: readonly Permission[] = [
  granted,
  {
    ...granted,
    pci: 'b',
    project: { id: 'q', name: 'Tidepool', url: 'https://tidepool.example', iconUrl: null },
    expiry: now + 6 * 3_600,
    createdAt: now - 600,
    permissions: [
      { type: 'native-token-recurring-allowance', data: { allowance: '0x2386f26fc10000', start: now, period: day } },
      {
        type: 'contract-call',
        data: {
          address: shop,
          abi: [{ type: 'function' }],
          functions: [
            {
              functionName: 'castLine',
              valueLimit: '0x38d7ea4c68000',
              args: [{ operator: 'LESS_THAN_OR_EQUAL', value: '12' }, null],
            },
            { functionName: 'reelIn' },
          ],
        },
      },
    ],
    usage: null,
  },
  { ...granted, pci: 'c', expiry: now - 3 * day, status: 'expired', usage: null },
  {
    ...granted,
    pci: 'd',
    project: { id: 'r', name: 'Lanternfish Savings Club', url: null, iconUrl: null },
    revokedAt: now - 12 * day,
    status: 'revoked',
    usage: null,
    permissions: [
      {
        type: 'erc20-recurring-allowance',
        data: { address: shop, allowance: '0x64', start: now - 45 * day, period: 0 },
      },
    ],
  },
]

/** State after the permissions were read. */
export const readPermissions: PermissionsState = {
  status: 'ready',
  data: grantedPermissions,
  updatedAt: f.galleryNow,
  error: undefined,
  account: f.account.caipAddress,
  tokens: { [usd.toLowerCase()]: { symbol: 'USD', name: 'Local Dollar', decimals: 6, iconUrl: null } },
}

const unread = { code: 'sessions_unavailable', message: 'Permissions could not be loaded' } as const
const able = { atomic: 'supported', isSponsored: true, takesPermissions: true } as const

function scene(id: string, entry: ViewEntry, world: FixtureWorld = {}): Scene {
  return {
    id,
    world: {
      config: f.withWallet,
      connection: embeddedSmart,
      email: f.signedIn,
      capabilities: able,
      permissions: readPermissions,
      ...world,
    },
    history: [home, settings, entry],
  }
}

/** Scenes of smart accounts and of the permissions of apps. */
export const smartAccountScenes: readonly Scene[] = [
  { ...scene('settings-smart', settings), history: [home, settings] },
  scene('smart-account', accounts),
  scene('smart-account-plain', accounts, { connection: embeddedPlain, capabilities: { ...able, atomic: 'ready' } }),
  scene('smart-account-deployed', accounts, {
    connection: f.connectedAs({ ...used, smartAccountDeployed: true }),
    capabilities: { ...able, isSponsored: false },
  }),
  scene('smart-account-none', accounts, {
    connection: f.connectedAs({ ...f.embeddedAccount, preferredAccountType: 'smartAccount' }),
    smartNetworks: [f.localTwo.caipNetworkId],
  }),
  scene('smart-account-foreign', accounts, { connection: f.connected }),
  scene('smart-sessions', list),
  scene('smart-sessions-one', list, { permissions: { ...readPermissions, data: grantedPermissions.slice(0, 1) } }),
  scene('smart-sessions-calls', list, { permissions: { ...readPermissions, data: grantedPermissions.slice(1, 2) } }),
  scene('smart-sessions-over', list, { permissions: { ...readPermissions, data: grantedPermissions.slice(3) } }),
  scene('smart-sessions-empty', list, { permissions: { ...readPermissions, data: [] } }),
  scene('smart-sessions-loading', list, {
    permissions: { ...f.noPermissions, status: 'loading' },
  }),
  scene('smart-sessions-failed', list, {
    permissions: { ...f.noPermissions, status: 'failed', error: unread },
  }),
  scene('smart-sessions-stale', list, {
    permissions: { ...readPermissions, status: 'failed', updatedAt: f.galleryNow - 240_000, error: unread },
  }),
]
