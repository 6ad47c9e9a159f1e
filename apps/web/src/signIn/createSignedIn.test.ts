import { createStore, type SignInState, type SiwxSession } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { expect, test, vi } from 'vitest'
import { createSignedIn } from './createSignedIn.ts'

const ada: AccountId = `eip155:1:0x${'aA'.repeat(20)}`
const elsewhere: AccountId = `eip155:10:0x${'aA'.repeat(20)}`
const ben: AccountId = `eip155:1:0x${'bB'.repeat(20)}`

function setUp() {
  const state = createStore<SignInState>({ status: 'idle', subject: undefined, required: false, failure: undefined })
  /** The account of each address in its sign-in. */
  const sessions = new Map<string, AccountId>([
    [ada, ada],
    [elsewhere, ada],
    [ben, ben],
  ])
  const move = (status: SignInState['status'], accountId?: AccountId) => {
    const [namespace, reference, address = ''] = accountId?.split(':') ?? []
    const subject = accountId && { accountId, chainId: `${namespace}:${reference}` as never, address }
    state.setState({ status, subject: subject || undefined, required: false, failure: undefined })
  }
  const away = createStore(false)
  const signOut = vi.fn(async () => move('needed', state.getState().subject?.accountId))
  const store = createSignedIn({
    away,
    signIn: {
      ...{ getState: state.getState, subscribe: state.subscribe, signOut },
      getSessions: async () => {
        const owner = sessions.get(state.getState().subject?.accountId ?? '')
        const [namespace, reference, accountAddress] = owner?.split(':') ?? []
        return owner ? [{ data: { chainId: `${namespace}:${reference}`, accountAddress } } as SiwxSession] : []
      },
    },
  })
  store.start()
  const seen: unknown[] = []
  store.subscribe((next) => seen.push(next.status === 'signedIn' ? next.owner : next.status))
  const enter = async (accountId: AccountId) => {
    move('checking', accountId)
    move('signedIn', accountId)
    await vi.waitFor(() => expect(store.getState()).toEqual({ status: 'signedIn', owner: sessions.get(accountId) }))
  }
  return { store, move, enter, signOut, seen, away }
}

test('default: the owner is the account of the signed message', async () => {
  const { store, move } = setUp()
  expect(store.getState()).toEqual({ status: 'idle' })
  move('checking', ada)
  move('needed', ada)
  expect(store.getState()).toEqual({ status: 'needed', why: 'first' })
  move('signing', ada)
  move('signedIn', ada)
  expect(store.getState()).toEqual({ status: 'checking' })
  await vi.waitFor(() => expect(store.getState()).toEqual({ status: 'signedIn', owner: ada }))
})

test('threat 140: after a switch no account is signed in until the new one is confirmed, and late answers have no effect', async () => {
  const { store, move, enter, seen } = setUp()
  await enter(ada)
  // Ada's sign-ins are requested again, and the answer arrives after the switch.
  move('signedIn', ada)
  move('checking', ben)
  expect(store.getState()).toEqual({ status: 'checking' })
  await Promise.resolve()
  expect(store.getState()).toEqual({ status: 'checking' })
  move('needed', ben)
  expect(seen).toEqual(['checking', ada, 'checking', 'needed'])
  expect(store.getState()).toEqual({ status: 'needed', why: 'first' })
})

test('behavior: another network of the same account keeps showing the same data', async () => {
  const { enter, seen } = setUp()
  await enter(ada)
  await enter(elsewhere)
  expect(seen).toEqual(['checking', ada])
})

test('behavior: a network on which the sign-in is not valid asks for a first one', async () => {
  const { store, move, enter } = setUp()
  await enter(ada)
  move('checking', elsewhere)
  move('needed', elsewhere)
  expect(store.getState()).toEqual({ status: 'needed', why: 'first' })
})

test('behavior: distinguishes a sign-out here from a sign-in that ended elsewhere', async () => {
  const { store, move, enter } = setUp()
  await enter(ada)
  await store.signOut()
  expect(store.getState()).toEqual({ status: 'needed', why: 'left' })
  await enter(ada)
  move('needed', ada)
  expect(store.getState()).toEqual({ status: 'needed', why: 'ended' })
  move('signing', ada)
  expect(store.getState()).toEqual({ status: 'needed', why: 'ended' })
})

test('behavior: after the server has lost a sign-in, the kit also drops it, but only for the active account', async () => {
  const { store, enter, signOut } = setUp()
  await enter(ada)
  store.lose(ben)
  expect(store.getState().status).toBe('signedIn')
  store.lose(ada)
  expect(store.getState()).toEqual({ status: 'needed', why: 'ended' })
  expect(signOut).toHaveBeenCalledOnce()
})

test('behavior: an unreachable server does not mean signed out', async () => {
  const { store, move, enter, away } = setUp()
  move('checking', ada)
  away.setState(true)
  move('needed', ada)
  expect(store.getState()).toEqual({ status: 'away' })
  move('signing', ada)
  expect(store.getState()).toEqual({ status: 'needed', why: 'first' })
  move('needed', ada)
  away.setState(false)
  await enter(ada)
  // An answer that the server confirms.
  move('needed', ada)
  expect(store.getState()).toEqual({ status: 'needed', why: 'ended' })
})
