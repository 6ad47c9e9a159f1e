import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { createPermissionWorld, smartAccount } from '../testing/createPermissionWorld.ts'

const keyOf = (pci: string) => ({ pci, chainId: 'eip155:1', account: smartAccount.address })
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  )

test('default: active permissions with their used amounts', async () => {
  const world = createPermissionWorld()
  const { pci } = await world.grant(world.openPage())
  world.server.list = (own) =>
    own.map((session) => ({
      ...session,
      usage: [{ token: 'native', limit: '5', used: '2', periodEndsAt: null }],
    }))
  const { sessions, failed } = await world.openPage().permissions.store.list()
  expect(failed).toStrictEqual([])
  expect(sessions).toMatchObject([
    {
      ...{ pci, network: 'Ethereum', account: smartAccount.address, app: 'Lantern Paper', state: 'running' },
      permissions: { lines: [{ kind: 'allowance', limit: 5n }] },
      used: [{ used: '0.000000000000000002', limit: '0.000000000000000005' }],
    },
  ])
})

test('behavior: used amount of a token', async () => {
  const world = createPermissionWorld()
  const address = '0x3333333333333333333333333333333333333333'
  const spend = { type: 'erc20-recurring-allowance', data: { address, allowance: '0x5', start: 0, period: 60 } }
  await world.grant(world.openPage(), [{ ...world.asked, permissions: [spend] }])
  const usage = [{ token: `eip155:1:${address}`, limit: '5', used: '2', periodEndsAt: null }]
  world.server.list = (own) => own.map((session) => ({ ...session, usage }))
  const { sessions } = await world.openPage().permissions.store.list()
  expect(sessions).toMatchObject([{ used: [{ used: '2', limit: '5' }] }])
})

test('behavior: revokes at the shown price, and lists it as revoked', async () => {
  const world = createPermissionWorld()
  const { pci } = await world.grant(world.openPage())
  const { store } = world.openPage().permissions
  // No price was shown yet.
  expect(await codeOf(store.end(keyOf(pci)))).toBe('session_unknown')
  expect(await store.price(keyOf(pci))).toStrictEqual({ sponsor: 'Lantern Paper', cost: null })
  await store.end(keyOf(pci))
  expect(world.granted()).toBe(0)
  expect(await store.list()).toMatchObject({ sessions: [{ state: 'revoked' }] })
  // The chain has ended it: nothing is left to pay for.
  expect(await store.price(keyOf(pci))).toBeNull()
})

test('behavior: an account that pays itself shows the cost, and never pays more', async () => {
  const world = createPermissionWorld()
  const { pci } = await world.grant(world.openPage())
  world.cost.sponsor = null
  const { store } = world.openPage().permissions
  expect(await store.price(keyOf(pci))).toStrictEqual({ sponsor: null, cost: '0.00000000000125 ETH' })
  world.cost.maxFeePerGas = 100n
  expect(await codeOf(store.end(keyOf(pci)))).toBe('session_half_revoked')
  expect(world.granted()).toBe(1)
  expect(await store.list()).toMatchObject({ sessions: [{ state: 'half' }] })
})

test('behavior: an expired permission is listed as over', async () => {
  const world = createPermissionWorld()
  await world.grant(world.openPage())
  world.pass(31 * 86_400_000)
  expect(await world.openPage().permissions.store.list()).toMatchObject({ sessions: [{ state: 'over' }] })
})

test('threat 82: a server that lists other permissions, or those of another account', async () => {
  const world = createPermissionWorld()
  const { pci } = await world.grant(world.openPage())
  world.server.list = (own) => own.map((session) => ({ ...session, expiry: session.expiry - 1 }))
  const { store } = world.openPage().permissions
  // Its rules are unknown, but it can still be revoked.
  expect(await store.list()).toMatchObject({ sessions: [{ pci, permissions: { lines: [] } }] })
  await store.price(keyOf(pci))
  await store.end(keyOf(pci))
  expect(world.granted()).toBe(0)
  expect(await codeOf(store.price({ ...keyOf(pci), account: smartAccount.owner }))).toBe('session_unknown')
  expect(await codeOf(store.price({ ...keyOf(pci), chainId: 'eip155:10' }))).toBe('session_unknown')
})

test('error: names networks that could not be read', async () => {
  const world = createPermissionWorld()
  await world.grant(world.openPage())
  world.server.isAway = true
  expect(await world.openPage().permissions.store.list()).toStrictEqual({ sessions: [], failed: ['Ethereum'] })
})
