import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { createPermissionWorld, smartAccount } from '../testing/createPermissionWorld.ts'

const keyOf = (pci: string) => ({ pci, chainId: 'eip155:1', account: smartAccount.address })
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  )

test('default: what runs, with what was used of it', async () => {
  const world = createPermissionWorld()
  const { pci } = await world.grant(world.openPage())
  world.server.list = (own) =>
    own.map((session) => ({
      ...session,
      usage: [{ token: 'native', limit: '5', used: '2', periodEndsAt: null }],
    }))
  const { sessions, failed } = await world.openPage().permissions.book.list()
  expect(failed).toStrictEqual([])
  expect(sessions).toMatchObject([
    {
      ...{ pci, network: 'Ethereum', account: smartAccount.address, app: 'Lantern Paper', state: 'running' },
      permissions: { lines: [{ kind: 'allowance', limit: 5n }] },
      used: [{ used: '0.000000000000000002', limit: '0.000000000000000005' }],
    },
  ])
})

test('behavior: what was used of a token', async () => {
  const world = createPermissionWorld()
  const address = '0x3333333333333333333333333333333333333333'
  const spend = { type: 'erc20-recurring-allowance', data: { address, allowance: '0x5', start: 0, period: 60 } }
  await world.grant(world.openPage(), [{ ...world.asked, permissions: [spend] }])
  const usage = [{ token: `eip155:1:${address}`, limit: '5', used: '2', periodEndsAt: null }]
  world.server.list = (own) => own.map((session) => ({ ...session, usage }))
  const { sessions } = await world.openPage().permissions.book.list()
  expect(sessions).toMatchObject([{ used: [{ used: '2', limit: '5' }] }])
})

test('behavior: it ends with what was shown, and is listed as ended', async () => {
  const world = createPermissionWorld()
  const { pci } = await world.grant(world.openPage())
  const { book } = world.openPage().permissions
  // Nobody saw yet what it costs.
  expect(await codeOf(book.end(keyOf(pci)))).toBe('session_unknown')
  expect(await book.price(keyOf(pci))).toStrictEqual({ sponsor: 'Lantern Paper', cost: null })
  await book.end(keyOf(pci))
  expect(world.granted()).toBe(0)
  expect(await book.list()).toMatchObject({ sessions: [{ state: 'revoked' }] })
  // The chain knows: nothing is left to pay for.
  expect(await book.price(keyOf(pci))).toBeNull()
})

test('behavior: an account that pays itself shows what, and more is not paid', async () => {
  const world = createPermissionWorld()
  const { pci } = await world.grant(world.openPage())
  world.cost.sponsor = null
  const { book } = world.openPage().permissions
  expect(await book.price(keyOf(pci))).toStrictEqual({ sponsor: null, cost: '0.00000000000125 ETH' })
  world.cost.maxFeePerGas = 100n
  expect(await codeOf(book.end(keyOf(pci)))).toBe('session_half_revoked')
  expect(world.granted()).toBe(1)
  expect(await book.list()).toMatchObject({ sessions: [{ state: 'half' }] })
})

test('behavior: what is over by its time is said to be over', async () => {
  const world = createPermissionWorld()
  await world.grant(world.openPage())
  world.pass(31 * 86_400_000)
  expect(await world.openPage().permissions.book.list()).toMatchObject({ sessions: [{ state: 'over' }] })
})

test('threat 82: a server that tells other permissions, or of another account', async () => {
  const world = createPermissionWorld()
  const { pci } = await world.grant(world.openPage())
  world.server.list = (own) => own.map((session) => ({ ...session, expiry: session.expiry - 1 }))
  const { book } = world.openPage().permissions
  // What it may do cannot be told; it can be ended all the same.
  expect(await book.list()).toMatchObject({ sessions: [{ pci, permissions: { lines: [] } }] })
  await book.price(keyOf(pci))
  await book.end(keyOf(pci))
  expect(world.granted()).toBe(0)
  expect(await codeOf(book.price({ ...keyOf(pci), account: smartAccount.owner }))).toBe('session_unknown')
  expect(await codeOf(book.price({ ...keyOf(pci), chainId: 'eip155:10' }))).toBe('session_unknown')
})

test('error: networks of which nothing can be read are named', async () => {
  const world = createPermissionWorld()
  await world.grant(world.openPage())
  world.server.isAway = true
  expect(await world.openPage().permissions.book.list()).toStrictEqual({ sessions: [], failed: ['Ethereum'] })
})
