import { beforeAll, expect, test } from 'vitest'
import { onrampRecordKey } from '../storage/onrampRecordKey.ts'
import { ben, connectionOf, createOnrampKit, type OnrampKit, offeredKit } from '../testing/createOnrampKit.ts'
import { createOnrampServer } from '../testing/createOnrampServer.ts'
import { createTestTabs, settle } from '../testing/createTestEnvironment.ts'

beforeAll(() => import('./createOnrampEngine.ts'))

const first = '1'.padStart(32, '0')
const stored = ({ environment }: OnrampKit) =>
  JSON.parse(environment.storage.getItem(onrampRecordKey) ?? '{"purchases":[]}').purchases as {
    id: string
    order?: { url: unknown }
  }[]
/** Changes the order on the server. */
const move = ({ server }: Pick<OnrampKit, 'server'>, change: object) => {
  const order = server.orders.get(first)
  if (!order) throw new Error('No order')
  const updatedAt = new Date(Date.parse(order.updatedAt) + 1000).toISOString()
  const next = { ...order, updatedAt, ...change }
  server.orders.set(first, next)
  return { kind: 'order', topic: `order:${first}`, order: next }
}
const delivered = { state: 'delivered', payment: 'paid', url: null, hash: '0xab', endedAt: '2026-11-20T00:01:00.000Z' }
/** A kit with an order from a quote and an open stream. */
async function startedKit(options: Parameters<typeof offeredKit>[0] = {}) {
  const kit = await offeredKit(options)
  const answer = await kit.onramp.start({ quoteId: kit.quoteId() })
  await settle()
  const stream = kit.environment.eventSources.at(-1)
  stream?.open()
  await kit.environment.idle()
  return { ...kit, answer, stream }
}

test('default: a quote becomes an order, whose window opens within the click, and is followed until its delivery', async () => {
  const kit = await offeredKit()
  const { onramp, server, popup, state, events, refreshed } = kit
  const quoteId = kit.quoteId()
  const starting = onramp.start({ quoteId })
  expect([popup.opened(), state().starting]).toEqual([1, quoteId])
  expect(await starting).toEqual({ orderId: first, isBlocked: false })
  expect([popup.urls, state().starting]).toEqual([[server.url], undefined])
  expect(stored(kit)).toMatchObject([{ id: first }])
  expect(server.asked.find(({ path }) => path.includes('onrampurl'))?.body).toEqual({
    ...{ destinationWallets: [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }], quoteId },
  })
  await settle()
  const stream = kit.environment.eventSources.at(-1)
  expect(stream?.topics).toBe(`order:${first}`)
  stream?.open()
  await kit.environment.idle()
  expect(state().orders).toMatchObject([{ id: first, isStale: false, order: { state: 'created', url: server.url } }])
  stream?.say(move(kit, { state: 'paid', payment: 'paid' }))
  expect([state().orders[0]?.order?.state, refreshed]).toEqual(['paid', []])
  stream?.say(move(kit, delivered))
  expect([state().orders[0]?.order?.state, refreshed]).toEqual(['delivered', ['balances', 'activity']])
  expect(events).toEqual([
    { type: 'purchaseStarted', provider: 'sandbox', chainId: 'eip155:31337' },
    { type: 'purchaseDelivered', provider: 'sandbox', chainId: 'eip155:31337' },
  ])
  await settle()
  expect(stream?.closed).toBe(true)
  onramp.dismiss({ orderId: first })
  expect([state().orders, stored(kit)]).toEqual([[], []])
})

test('behavior: a double click creates one order', async () => {
  const { onramp, popup, server, quoteId } = await offeredKit()
  const clicks = [onramp.start({ quoteId: quoteId() }), onramp.start({ quoteId: quoteId() })]
  expect(await Promise.all(clicks)).toEqual([
    { orderId: first, isBlocked: false },
    { orderId: first, isBlocked: false },
  ])
  expect([popup.opened(), server.count('/v1/generators')]).toEqual([1, 1])
})

test('behavior: after a blocked window, the order remains and can be opened later', async () => {
  const kit = await offeredKit()
  kit.popup.block()
  expect(await kit.onramp.start({ quoteId: kit.quoteId() })).toEqual({ orderId: first, isBlocked: true })
  expect(stored(kit)).toMatchObject([{ id: first }])
  expect(kit.onramp.reopen({ orderId: first })).toBe(false)
  expect(kit.popup.urls).toEqual([])
  expect(kit.server.asked.find(({ path }) => path.includes('onrampurl'))?.body).toMatchObject({
    returnUrl: 'https://site.test/',
  })
})

test('behavior: a window that is opened again gets a fresh URL, because some pages open only once', async () => {
  const kit = await startedKit()
  const { onramp, server, popup } = kit
  const [old] = popup.urls
  server.url = 'https://pay.test/pay/2'
  expect(onramp.reopen({ orderId: first })).toBe(true)
  await kit.environment.idle()
  expect([popup.urls, server.count(`/v1/onramp/orders/${first}/open`)]).toEqual([[old, server.url], 1])
  // With an unreachable server the payment can continue; after a refusal it cannot.
  server.fates.set(`/v1/onramp/orders/${first}/open`, 'unheard')
  expect(onramp.reopen({ orderId: first })).toBe(true)
  await kit.environment.idle()
  expect(popup.urls).toEqual([old, server.url, server.url])
  server.fates.set(`/v1/onramp/orders/${first}/open`, { status: 409, code: 'onramp_order_closed' })
  expect(onramp.reopen({ orderId: first })).toBe(true)
  await kit.environment.idle()
  expect([popup.urls.length, popup.isClosed()]).toEqual([3, true])
})

test('behavior: a request with a lost answer is repeated, and gives the same order', async () => {
  const { onramp, server, environment, quoteId, state } = await offeredKit()
  server.fates.set('/v1/generators', ['unanswered', { status: 502 }, undefined])
  const started = onramp.start({ quoteId: quoteId() })
  await settle()
  await environment.advance(1000)
  await environment.advance(3000)
  expect(await started).toMatchObject({ orderId: first })
  expect([server.orders.size, server.count('/v1/generators'), state().orders.length]).toEqual([1, 3, 1])
})

test('error: a failed start closes its window and stores nothing', async () => {
  const kit = await offeredKit()
  const { onramp, server, environment, popup, quoteId } = kit
  for (const [fate, code] of [
    [{ status: 403, code: 'onramp_daily_limit' }, 'onramp_daily_limit'],
    [{ status: 418 }, 'onramp_failed'],
    ['unheard', 'onramp_failed'],
  ] as const) {
    server.fates.set('/v1/generators', fate)
    const started = onramp.start({ quoteId: quoteId() }).catch((error: unknown) => error)
    await settle()
    await environment.advance(1000)
    await environment.advance(3000)
    expect(await started).toMatchObject({ code })
    expect([popup.isClosed(), stored(kit)]).toEqual([true, []])
    await environment.idle()
  }
  server.fates.clear()
  for (const url of ['javascript:alert(1)', 'http://pay.test/', 'https://me@pay.test/', 'data:text/html,', '/pay']) {
    server.url = url
    await expect(onramp.start({ quoteId: quoteId() })).rejects.toMatchObject({ code: 'onramp_failed' })
    await environment.idle()
  }
  expect([popup.urls, stored(kit)]).toEqual([[], []])
  server.url = 'http://pay.localhost:7107/pay/1'
  await onramp.start({ quoteId: quoteId() })
  expect(popup.urls).toEqual([server.url])
})

test('error: without an account, a quote or an age confirmation, no window opens', async () => {
  const { onramp, server, popup, connection, quoteId, state, environment } = await offeredKit()
  await expect(onramp.start({ quoteId: 'another' })).rejects.toMatchObject({ code: 'onramp_quote_expired' })
  connection.setState(connectionOf(undefined))
  await expect(onramp.start({ quoteId: quoteId() })).rejects.toMatchObject({ code: 'onramp_account_missing' })
  connection.setState(connectionOf(ben, { namespace: 'solana' }))
  await expect(onramp.start({ quoteId: quoteId() })).rejects.toMatchObject({ code: 'onramp_account_missing' })
  // A contract address may have no owner on another network.
  connection.setState(connectionOf(ben, { type: 'smartAccount', chainId: 'eip155:31338' }))
  await expect(onramp.start({ quoteId: quoteId() })).rejects.toMatchObject({
    ...{ code: 'onramp_account_missing', message: expect.stringContaining('Local One') },
  })
  connection.setState(connectionOf(ben))
  server.options = { ...server.options, minimumAge: 18 }
  await environment.advance(61_000)
  await onramp.load()
  await environment.advance(300)
  expect(state().options.value?.minimumAge).toBe(18)
  await expect(onramp.start({ quoteId: quoteId() })).rejects.toMatchObject({ code: 'onramp_age_required' })
  expect(popup.opened()).toBe(0)
  await onramp.start({ quoteId: quoteId(), ageConfirmed: true })
  expect(server.asked.find(({ path }) => path.includes('onrampurl'))?.body).toMatchObject({ ageConfirmed: true })
})

test('behavior: after a window closes, the order is read immediately', async () => {
  const kit = await startedKit()
  const { environment, popup, server, state } = kit
  const before = server.count('/v1/onramp/orders')
  move(kit, { state: 'paid', payment: 'paid' })
  await environment.advance(5000)
  expect(server.count('/v1/onramp/orders')).toBe(before)
  popup.setClosed(true)
  await environment.advance(500)
  expect(server.count('/v1/onramp/orders')).toBe(before + 1)
  expect(state().orders[0]?.order?.state).toBe('paid')
})

test('behavior: an order survives the page, and the next page reports its delivery', async () => {
  const kit = await startedKit()
  kit.onramp.destroy()
  expect(stored(kit)[0]?.order?.url).toBeNull()
  move(kit, delivered)
  const { environment, server } = kit
  const next = await createOnrampKit({ environment, server })
  next.onramp.resume()
  await environment.idle()
  expect(next.state().orders).toMatchObject([{ id: first, isStale: false, order: { state: 'delivered' } }])
  expect(next.refreshed).toEqual(['balances', 'activity'])
})

test('behavior: two tabs show the same orders, and a dismissal in one removes it in both', async () => {
  const server = createOnrampServer()
  const tabs = createTestTabs()
  const [one, two] = [tabs.open({ fetch: server.fetch }), tabs.open({ fetch: server.fetch })]
  const other = await createOnrampKit({ server, environment: two })
  other.onramp.resume()
  expect(other.state().orders).toEqual([])
  const kit = await startedKit({ server, environment: one })
  await two.idle()
  expect(other.state().orders).toMatchObject([{ id: first, order: { state: 'created', url: server.url } }])
  kit.stream?.say(move(kit, delivered))
  await two.idle()
  expect(other.state().orders).toMatchObject([{ id: first, order: { state: 'delivered' } }])
  other.onramp.dismiss({ orderId: first })
  await one.idle()
  expect([kit.state().orders, other.state().orders]).toEqual([[], []])
})

test('behavior: an order belongs to its account', async () => {
  const kit = await startedKit()
  kit.connection.setState(connectionOf(ben))
  expect([kit.state().orders, stored(kit).length]).toEqual([[], 1])
  kit.connection.setState(connectionOf(undefined))
  expect([kit.state().orders, stored(kit).length]).toEqual([[], 1])
  kit.connection.setState(connectionOf('0x70997970c51812dc3a010c7d01b50e0d17dc79c8'))
  expect(kit.state().orders).toMatchObject([{ id: first }])
})

test('error: an order that cannot be read is stale, and is retried with growing pauses while the stream is down', async () => {
  const kit = await startedKit()
  const { environment, server, state, stream } = kit
  server.fates.set('/v1/onramp/orders', 'unheard')
  const before = server.count('/v1/onramp/orders')
  await environment.advance(60_000)
  expect(server.count('/v1/onramp/orders')).toBe(before)
  stream?.fail()
  await environment.advance(2000)
  expect(state().orders).toMatchObject([{ isStale: true, order: { state: 'created' } }])
  await environment.advance(60_000)
  const asked = server.count('/v1/onramp/orders') - before
  expect(asked).toBeGreaterThan(3)
  expect(asked).toBeLessThan(8)
  // An attempt to open it fails after 10 s, and another one follows.
  while (environment.eventSources.at(-1)?.closed) await environment.advance(1000)
  server.fates.clear()
  move(kit, { state: 'paid', payment: 'paid' })
  environment.eventSources.at(-1)?.open()
  await environment.idle()
  expect(state().orders).toMatchObject([{ isStale: false, order: { state: 'paid' } }])
})

test('error: a late answer does not overwrite a newer one', async () => {
  const kit = await startedKit()
  let answer = () => {}
  kit.server.fates.set('/v1/onramp/orders', [new Promise<void>((resolve) => (answer = resolve))])
  kit.onramp.follow({ orderId: first })
  await settle()
  kit.stream?.say(move(kit, { state: 'paid', payment: 'paid' }))
  answer()
  await kit.environment.idle()
  expect(kit.state().orders[0]?.order?.state).toBe('paid')
})

test('behavior: an unpaid order can be canceled; a paid one can be neither canceled nor dismissed', async () => {
  const kit = await startedKit()
  const { onramp, state } = kit
  move(kit, { payment: 'processing' })
  await expect(onramp.cancel({ orderId: first })).rejects.toMatchObject({ code: 'onramp_order_closed' })
  await kit.environment.idle()
  expect(state().orders[0]?.order?.payment).toBe('processing')
  onramp.dismiss({ orderId: first })
  expect(state().orders).toHaveLength(1)
  move(kit, { payment: 'waiting' })
  await onramp.cancel({ orderId: first })
  expect(state().orders[0]?.order).toMatchObject({ state: 'failed', reason: 'cancelled', url: null })
  expect(onramp.reopen({ orderId: first })).toBe(false)
})

test('behavior: an order that the server does not know is removed, unless it was paid', async () => {
  const kit = await startedKit()
  const { onramp, server, state, stream } = kit
  stream?.say(move(kit, { state: 'paid', payment: 'paid' }))
  const order = server.orders.get(first)
  server.orders.clear()
  onramp.follow({ orderId: first })
  await kit.environment.idle()
  expect(state().orders).toMatchObject([{ isStale: true, order: { state: 'paid' } }])
  onramp.dismiss({ orderId: first })
  expect(state().orders).toEqual([])
  expect(order?.state).toBe('paid')
})

test('error: a manipulated record loses only its invalid entries, and its URLs are ignored', async () => {
  const kit = await startedKit()
  const { environment, server } = kit
  kit.onramp.destroy()
  const [good] = stored(kit)
  const poison = { ...good, order: { ...good?.order, url: 'https://evil.test/' } }
  const bad = [
    ...[null, 7, 'x', { ...good, id: '../..' }, { ...good, id: 'f'.repeat(32), startedAt: 'now' }],
    { ...good, id: 'e'.repeat(32), projectId: '1'.repeat(32) },
    { ...good, id: 'd'.repeat(32), apiUrl: 'https://other.test' },
  ]
  environment.storage.setItem(onrampRecordKey, JSON.stringify({ version: 1, purchases: [...bad, poison, poison] }))
  server.fates.set('/v1/onramp/orders', 'unheard')
  const next = await createOnrampKit({ environment, server })
  next.onramp.resume()
  await environment.idle()
  expect(next.state().orders).toMatchObject([{ id: first, isStale: true, order: { state: 'created', url: null } }])
  expect(next.onramp.reopen({ orderId: first })).toBe(false)
  for (const text of ['', '{', '[]', '{"version":2}', '{"version":1,"purchases":{}}']) {
    environment.storage.setItem(onrampRecordKey, text)
    environment.page().dispatchEvent(Object.assign(new Event('storage'), { key: onrampRecordKey }))
    expect(next.state().orders).toEqual([])
  }
})

test('behavior: 20 orders are kept, ended ones go first; an ended one is removed after 7 days', async () => {
  const kit = await startedKit()
  kit.onramp.destroy()
  const [good] = stored(kit)
  const now = kit.environment.now()
  const purchases = Array.from({ length: 25 }, (_, index) => ({
    ...good,
    id: index.toString(16).padStart(32, 'a'),
    startedAt: now - index,
    order: undefined,
  }))
  const over = { ...good, id: first, order: { ...good?.order, endedAt: new Date(now).toISOString() } }
  const old = {
    ...over,
    id: 'b'.repeat(32),
    order: { ...over.order, id: 'b'.repeat(32), endedAt: '2026-11-12T23:00:00Z' },
  }
  kit.environment.storage.setItem(onrampRecordKey, JSON.stringify({ version: 1, purchases: [old, over, ...purchases] }))
  kit.server.fates.set('/v1/onramp/orders', 'unheard')
  const next = await createOnrampKit({ environment: kit.environment, server: kit.server })
  next.onramp.resume()
  await kit.environment.idle()
  expect(next.state().orders.map(({ id }) => id)).toEqual(purchases.slice(0, 20).map(({ id }) => id))
})

test('error: without a working storage, the next page has no orders, but the order continues', async () => {
  const refuse = () => {
    throw new Error('SecurityError')
  }
  const server = createOnrampServer()
  const tabs = createTestTabs()
  const environment = tabs.open({ fetch: server.fetch })
  environment.storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  const { state, onramp } = await startedKit({ server, environment })
  onramp.resume()
  expect(state().orders).toMatchObject([{ id: first, order: { state: 'created' } }])
})
