import type { NamesState, ViewEntry } from '@latchkey/core'
import type { FixtureWorld } from './createFixtureLatchkey.ts'
import * as f from './fixtures.ts'
import type { Scene } from './scenes.ts'
import { families } from './severalWallets.ts'

const zone = 'latchkey.eth'
const long = `${'an-extraordinarily-long-name-'.repeat(2)}is-it`
const portrait = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#24456b"/><circle cx="20" cy="16" r="7" fill="#f0c9a0"/><path d="M6 40c2-10 8-14 14-14s12 4 14 14Z" fill="#e0a458"/></svg>',
)}`
const home: ViewEntry = { name: 'Account', data: undefined }
const choose: ViewEntry = { name: 'ChooseAccountName', data: undefined }
const register: ViewEntry = { name: 'RegisterAccountName', data: undefined }
const others = ['alice1', 'alice-wallet', 'the-alice', 'alice2026'].map((label) => ({
  name: `${label}.${zone}`,
  registered: false,
}))
const taken = [{ name: `alice.${zone}`, registered: true }, ...others]
/** Every address in the gallery has a name. */
const named: NamesState = {
  zone,
  perAccount: 1,
  identities: {
    [f.me.toLowerCase()]: { name: `alice.${zone}`, image: portrait },
    [f.friend.toLowerCase()]: { name: `fern.${zone}`, image: undefined },
    [f.shop.toLowerCase()]: { name: `${long}.${zone}`, image: undefined },
  },
}
const me = (name: string): Partial<NamesState> => ({
  zone,
  identities: { [f.me.toLowerCase()]: { name, image: undefined } },
})

/** A scene with the embedded wallet, which is recoverable. */
function scene(id: string, history: readonly ViewEntry[], world: Partial<FixtureWorld> = {}, typed?: string): Scene {
  return {
    id,
    world: {
      config: f.withWallet,
      connection: f.embedded,
      email: { ...f.signedIn, isProtected: true },
      names: { zone },
      ...world,
    },
    history: [home, ...history],
    ...(typed === undefined ? {} : { typed }),
  }
}
const form = (id: string, typed?: string, world: Partial<FixtureWorld> = {}): Scene =>
  scene(`name-${id}`, [choose, register], world, typed)

/** Scenes of choosing and registering a name, and of the places that show one. */
export const nameScenes: readonly Scene[] = [
  scene('name-choose', [choose]),
  scene('name-choose-own', [choose], { ownNames: [`alice.${zone}`], names: named }),
  scene('name-choose-long', [choose], { ownNames: [`${long}.${zone}`, `alice.${zone}`] }),
  scene('name-choose-failed', [choose], { ownNames: 'names_failed' }),
  { ...scene('name-connect', [], { connection: f.disconnected, email: {} }), history: [choose] },
  scene('name-other-wallet', [choose], { connection: f.connected, email: {} }),
  scene('name-use-wallet', [choose], {
    connection: {
      ...f.connected,
      ...(f.connected.status === 'connected' && {
        connections: [...f.connected.connections, { account: f.embeddedAccount, active: false }],
      }),
    },
  }),
  scene('name-other-family', [choose], {
    config: { ...f.withWallet, networks: families },
    networks: { networks: families, active: families[2] },
    connection: f.connectedAs({ ...f.embeddedAccount, namespace: 'solana' }),
  }),
  form('protect', undefined, { email: f.signedIn }),
  form('register'),
  form('short', 'al'),
  form('characters', 'al_ice'),
  form('free', 'Alice'),
  form('free-long', long),
  form('taken', 'alice', { suggestions: taken }),
  form('taken-long', long, {
    suggestions: [
      { name: `${long}.${zone}`, registered: true },
      { name: `${long.slice(0, -1)}-1.${zone}`, registered: false },
    ],
  }),
  form('checking', 'alice', { suggestions: 'never' }),
  form('offline', 'alice', { suggestions: 'name_suggestions_failed' }),
  form('signing', 'alice\n', { registration: 'never' }),
  form('taken-meanwhile', 'alice\n', { registration: 'name_taken' }),
  form('late', 'alice\n', { registration: 'name_message_expired' }),
  form('limit', 'alice\n', { registration: 'name_limit', ownNames: [`ada.${zone}`] }),
  form('failed', 'alice\n', { registration: 'name_register_failed' }),
  scene('name-done', [{ name: 'RegisterAccountNameSuccess', data: { name: `alice.${zone}` } }], { names: named }),
  scene('name-done-long', [{ name: 'RegisterAccountNameSuccess', data: { name: `${long}.${zone}` } }]),
  scene('name-account', [], { names: named }),
  scene('name-account-long', [], { names: me(`${long}.${zone}`) }),
  scene('name-account-without', [], {
    names: { zone, identities: { [f.me.toLowerCase()]: { name: undefined, image: undefined } } },
  }),
  scene('name-settings', [{ name: 'AccountSettings', data: undefined }], { names: named }),
  scene('name-activity', [{ name: 'Activity', data: undefined }], { names: named }),
  scene('name-wallets', [{ name: 'Wallets', data: undefined }], { names: named }),
  scene('name-receive', [{ name: 'Receive', data: undefined }], { names: named }),
  scene('name-contacts', [{ name: 'WalletSend', data: undefined }], { names: named }),
  scene('name-preview', [{ name: 'WalletSendPreview', data: undefined }], {
    names: named,
    send: {
      status: 'preview',
      form: { token: f.dollar, sendTokenAmount: '250', receiverAddress: f.friend, speed: 'standard' },
      receiver: { status: 'none' },
      issues: [],
      preview: f.preview,
    },
  }),
]
