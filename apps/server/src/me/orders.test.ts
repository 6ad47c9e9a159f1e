import { randomBytes } from 'node:crypto'
import type { Order } from '@latchkey/protocol/api'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onrampOrders } from '../onramp/schema.ts'
import { otherProjectId } from '../onramp/testing/startOnrampWorld.ts'
import type { TestBrowser } from '../siwx/testing/createTestBrowser.ts'
import { until } from '../testing/until.ts'
import { type MeWorld, startMeWorld } from './testing/startMeWorld.ts'

let world: MeWorld
beforeAll(async () => {
  world = await startMeWorld()
})
afterAll(() => world?.context.stop())

const list = async (browser: TestBrowser, query = '') => {
  const { status, code, body } = await browser.get(`/v1/me/orders${query}`)
  return { status, code, orders: body.orders as Order[], next: body.next as string | null }
}
const ids = async (browser: TestBrowser, query = '') => (await list(browser, query)).orders.map(({ id }) => id)

/** Copies an order with changes. */
const copyOrder = async (id: string, changes: readonly Partial<typeof onrampOrders.$inferInsert>[]) => {
  const [order] = await world.context.database.select().from(onrampOrders).where(eq(onrampOrders.id, id))
  if (!order) throw new Error('There is no such order')
  const rows = changes.map((change) => ({
    ...order,
    ...{ id: randomBytes(16).toString('hex'), lookAt: null, reference: null },
    ...change,
  }))
  await world.context.database.insert(onrampOrders).values(rows)
  return rows
}

test('default: lists the orders of the account, from any browser, newest first', async () => {
  const { account, browser } = await world.visitor()
  expect(await list(browser)).toMatchObject({ status: 200, orders: [], next: null })
  const first = await world.order({ address: account.address })
  world.pass(1)
  const second = await world.order({ address: account.address.toLowerCase(), amount: '50' })
  world.provider.pay(first)
  await world.tell(`paid ${first}`, first)
  await until(async () => (await world.read(first)).json.state === 'delivering')
  const { orders } = await list(browser)
  expect(orders.map(({ id }) => id)).toEqual([second, first])
  expect(orders).toEqual([(await world.read(second)).json, (await world.read(first)).json])
})

describe('threat 138', () => {
  test('behavior: only the receiver’s account sees the ids of orders', async () => {
    const [ada, eve] = [await world.visitor(), await world.visitor()]
    const id = await world.order({ address: ada.account.address })
    expect(await ids(ada.browser)).toEqual([id])
    expect(await ids(eve.browser)).toEqual([])
    for (const account of [ada.account.address, `eip155:31337:${ada.account.address}`]) {
      expect(await list(eve.browser, `?account=${account}`)).toMatchObject({
        status: 401,
        code: 'siwx_session_required',
      })
    }
    expect(await list(world.browser())).toMatchObject({ status: 401, code: 'siwx_session_required' })
    const other = world.browser({ isOther: true })
    await world.signIn(other, ada.account)
    expect(await ids(other)).toEqual([])
    await ada.browser.post('/v1/siwx/revoke', {})
    expect(await list(ada.browser)).toMatchObject({ status: 401, code: 'siwx_session_required' })
  })

  test('behavior: two accounts in one browser have separate lists', async () => {
    const [one, two] = [await world.visitor(), await world.visitor()]
    const [ofOne, ofTwo] = [
      await world.order({ address: one.account.address }),
      await world.order({ address: two.account.address }),
    ]
    await world.signIn(one.browser, two.account)
    expect(await ids(one.browser)).toEqual([ofTwo])
    expect(await ids(one.browser, `?account=${one.account.address}`)).toEqual([ofOne])
    expect(await ids(one.browser, `?account=eip155:31337:${two.account.address}`)).toEqual([ofTwo])
  })

  test('behavior: a key has the orders on all networks of its family, a contract only those on its own', async () => {
    const { account, browser } = await world.visitor()
    const id = await world.order({ address: account.address })
    const now = world.context.clock.now()
    const rows = await copyOrder(id, [
      { chainId: 'eip155:1', createdAt: new Date(now - 1_000) },
      { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', createdAt: new Date(now - 2_000) },
      { projectId: otherProjectId, createdAt: new Date(now - 3_000) },
    ])
    expect(await ids(browser)).toEqual([id, rows[0]?.id])
    await world.makeContract(account)
    expect(await ids(browser)).toEqual([id])
  })

  test('behavior: unpaid orders are not listed, because anyone can create orders for any address', async () => {
    const { account, browser } = await world.visitor()
    const id = await world.order({ address: account.address })
    const now = world.context.clock.now()
    const [, , refunded] = await copyOrder(id, [
      { state: 'failed', reason: 'expired', createdAt: new Date(now - 1_000) },
      { state: 'failed', reason: 'declined', createdAt: new Date(now - 2_000) },
      {
        ...{ state: 'refunded', reason: 'delivery_failed', refund: 'done' },
        ...{ paidAt: new Date(now - 3_000), createdAt: new Date(now - 3_000) },
      },
    ])
    expect(await ids(browser)).toEqual([id, refunded?.id])
  })
})

describe('pages', () => {
  test('default: each order is on one of them, even with equal times, and no cursor contains an id', async () => {
    const { account, browser } = await world.visitor()
    const first = await world.order({ address: account.address })
    const paidAt = new Date(world.context.clock.now())
    const rows = await copyOrder(
      first,
      Array.from({ length: 104 }, (_, index) => ({
        ...{ state: 'delivered' as const, paidAt },
        createdAt: new Date(paidAt.getTime() - Math.floor(index / 30) * 1_000 - 1_000),
      })),
    )
    const found: string[] = []
    const sizes: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(browser, cursor && `?cursor=${cursor}`)
      found.push(...page.orders.map(({ id }) => id))
      sizes.push(page.orders.length)
      cursor = page.next
      const text = Buffer.from(cursor ?? '', 'base64url').toString('latin1')
      expect(found.some((id) => text.includes(id))).toBe(false)
    }
    expect(sizes).toEqual([50, 50, 5])
    expect(found[0]).toBe(first)
    expect(found.toSorted()).toEqual([first, ...rows.map(({ id }) => id)].toSorted())
    // A cursor is for one list: not for another account, and not for a list limited to one network.
    const { next } = await list(browser)
    const { browser: other } = await world.visitor()
    expect(await list(other, `?cursor=${next}`)).toMatchObject({ status: 400, code: 'malformed_cursor' })
    await world.makeContract(account)
    expect(await list(browser, `?cursor=${next}`)).toMatchObject({ status: 400, code: 'malformed_cursor' })
  })

  test('error: an invalid cursor', async () => {
    const { browser } = await world.visitor()
    for (const cursor of ['', 'x', 'W10', 'x'.repeat(501)]) {
      expect(await list(browser, `?cursor=${cursor}`)).toMatchObject({ status: 400, code: 'malformed_cursor' })
    }
  })
})
