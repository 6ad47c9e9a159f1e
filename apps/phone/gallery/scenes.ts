import type { OpenedBy } from '../src/link/readLink.ts'
import { createFixtureWallet, type FixtureWallet } from '../src/testing/createFixtureWallet.ts'
import { fixturePeers, fixtureRequests, fixtureSession, proposal, signIn } from '../src/testing/fixtures.ts'

/** A state of the phone. */
export type Scene = {
  id: string
  wallet: () => FixtureWallet
  screen?: object
  openedBy?: OpenedBy
  nodeFails?: boolean
}

const sessions = [
  fixtureSession(),
  fixtureSession({ topic: 'd'.repeat(64), peer: fixturePeers.quay, chain: 'eip155:31338' }),
]
const asking = (...names: (keyof typeof fixtureRequests)[]) => ({
  wallet: () =>
    createFixtureWallet({
      sessions,
      approvals: names.map((name, index) => ({ ...fixtureRequests[name](), id: 10 + index })),
    }),
})
const relay = (status: 'connecting' | 'waiting' | 'refused') => () =>
  createFixtureWallet({ relays: [{ url: 'ws://127.0.0.1:7100/relay', status }] })

/** Every state of the phone. */
export const scenes: readonly Scene[] = [
  { id: 'home-empty', wallet: () => createFixtureWallet() },
  { id: 'home', wallet: () => createFixtureWallet({ sessions }) },
  { id: 'home-no-balance', wallet: () => createFixtureWallet({ sessions }), nodeFails: true },
  {
    id: 'home-starting',
    wallet: () => createFixtureWallet({ ready: false, relays: [{ url: '', status: 'connecting' }] }),
  },
  { id: 'home-relay-offline', wallet: relay('waiting') },
  { id: 'home-relay-refused', wallet: relay('refused') },
  { id: 'connect', wallet: () => createFixtureWallet(), screen: { name: 'connect' } },
  {
    id: 'connect-unreadable',
    wallet: () => createFixtureWallet(),
    screen: { name: 'connect' },
    openedBy: { kind: 'unreadable' },
  },
  {
    id: 'connect-waiting',
    wallet: () => createFixtureWallet(),
    screen: { name: 'connect' },
    openedBy: { kind: 'code', uri: 'wc:1' },
  },
  {
    id: 'session',
    wallet: () => createFixtureWallet({ sessions }),
    screen: { name: 'session', topic: 'a'.repeat(64) },
  },
  { id: 'proposal', wallet: () => createFixtureWallet({ approvals: [proposal()] }) },
  { id: 'sign-in', wallet: () => createFixtureWallet({ approvals: [signIn()] }) },
  { id: 'sign-in-foreign', wallet: () => createFixtureWallet({ approvals: [signIn({ domain: 'bank.example' })] }) },
  { id: 'request-message', ...asking('message') },
  { id: 'request-queue', ...asking('message', 'send', 'typedData') },
  { id: 'request-hidden', ...asking('hidden') },
  { id: 'request-sign-in', ...asking('signIn') },
  { id: 'request-foreign-sign-in', ...asking('foreignSignIn') },
  { id: 'request-send', ...asking('send') },
  { id: 'request-token', ...asking('sendToken') },
  { id: 'request-approve-all', ...asking('approveAll') },
  { id: 'request-typed-data', ...asking('typedData') },
  { id: 'request-switch', ...asking('switchChain') },
  { id: 'request-forbidden', ...asking('forbidden') },
  { id: 'request-bitcoin', ...asking('bitcoinTransfer') },
  { id: 'request-no-node', ...asking('send'), nodeFails: true },
]
