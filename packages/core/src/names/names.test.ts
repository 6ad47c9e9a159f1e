import { beforeAll, expect, test } from 'vitest'
import { solanaOne } from '../testing/createFamilyKit.ts'
import { createNameServer } from '../testing/createNameServer.ts'
import { createTestEnvironment } from '../testing/createTestEnvironment.ts'
import { testUser } from '../testing/createTestFrame.ts'
import { createWalletKit, signedInKit } from '../testing/createWalletKit.ts'
import { localOne } from '../testing/testNetworks.ts'

beforeAll(() => Promise.all([import('./createNamesEngine.ts'), import('../http/readFeature.ts')]))

const ada = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const key = ada.toLowerCase()

async function namesKit() {
  const server = createNameServer()
  const environment = createTestEnvironment({ fetch: server.fetch })
  const { latchkey } = await signedInKit({ environment })
  return { server, environment, names: latchkey.names, latchkey }
}

test('default: no request before a call; then one for the identity of an address (spec 7.40 and 9.21)', async () => {
  const { server, environment, names } = await namesKit()
  server.identities.set(key, { name: 'ada.eth', avatar: 'https://api.test/v1/profile/account/ada.eth/avatar' })
  expect(server.asked).toEqual([])
  for (const address of [ada, key, ada]) names.identify({ address })
  await environment.idle()
  expect(names.getState().identities).toEqual({
    [key]: { name: 'ada.eth', image: 'https://api.test/v1/profile/account/ada.eth/avatar' },
  })
  expect([server.asked, server.groups]).toEqual([['/v1/identities'], [{ addresses: [key], chainId: 'eip155:31337' }]])
  await environment.advance(299_000)
  names.identify({ address: ada })
  await environment.idle()
  expect(server.asked).toHaveLength(1)
  const before = names.getState()
  await environment.advance(1000)
  names.identify({ address: ada })
  await environment.idle()
  expect(server.asked).toHaveLength(2)
  // An equal answer does not change the state.
  expect(names.getState()).toBe(before)
})

test('behavior: an address without a name gets an empty identity; other texts get none', async () => {
  const { server, environment, names } = await namesKit()
  for (const address of [ada, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '', undefined as never])
    names.identify({ address })
  await environment.idle()
  expect(names.getState().identities).toEqual({ [key]: { name: undefined, image: undefined } })
  expect(server.asked).toHaveLength(1)
})

/** Several different addresses. */
const several = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `0x${String(from + index).padStart(40, '0')}`)

/** An answer that the test releases. */
function awaited() {
  let give = (_: object) => {}
  const answer = new Promise<Response>((resolve) => {
    give = (body) => resolve(Response.json(body))
  })
  return { answer, give }
}

test('behavior: the calls of a task share one request of at most 25 addresses, the newest first', async () => {
  const { server, environment, names } = await namesKit()
  const [list, [mine = '', other = '']] = [several(60), several(2, 100)]
  const held = [awaited(), awaited()]
  server.next = held.map(({ answer }) => answer)
  for (const address of list) names.identify({ address })
  await environment.advance(0)
  expect(server.groups.map(({ addresses }) => addresses)).toEqual([list.slice(35).reverse()])
  // A new address does not wait behind a list, and delays the next one no further.
  names.identify({ address: mine })
  await environment.advance(0)
  expect(server.groups.slice(1).map(({ addresses }) => addresses)).toEqual([[mine]])
  names.identify({ address: other })
  await environment.advance(0)
  expect(server.groups).toHaveLength(2)
  held[1]?.give({ identities: [{ address: mine, name: 'me.eth', avatar: null, resolvedAt: '' }] })
  await environment.advance(0)
  expect(names.getState().identities[mine]?.name).toBe('me.eth')
  expect(server.groups.slice(2).map(({ addresses }) => addresses)).toEqual([[other]])
  // A request without an answer delays the rest of its list by 30 s.
  await environment.advance(30_000)
  expect(server.groups.slice(3).map(({ addresses }) => addresses)).toEqual([
    list.slice(10, 35).reverse(),
    list.slice(0, 10).reverse(),
  ])
  expect(Object.keys(names.getState().identities)).toHaveLength(37)
})

test('behavior: a waiting address that is requested again comes next', async () => {
  const { server, environment, names } = await namesKit()
  const list = several(30)
  server.next = [awaited().answer]
  for (const address of list) names.identify({ address })
  await environment.advance(0)
  for (const address of [list[0] ?? '', ada]) names.identify({ address })
  await environment.advance(0)
  expect(server.groups.slice(1).map(({ addresses }) => addresses)).toEqual([[key, list[0]]])
})

test('error: an address that the answer leaves out is requested again by the first call after 30 s', async () => {
  const { server, environment, names } = await namesKit()
  const [one = '', two = ''] = several(2)
  server.untold.add(one)
  for (const address of [one, two]) names.identify({ address })
  await environment.idle()
  expect(Object.keys(names.getState().identities)).toEqual([two])
  server.untold.clear()
  await environment.advance(29_999)
  for (const address of [one, two]) names.identify({ address })
  await environment.idle()
  expect(server.groups).toHaveLength(1)
  await environment.advance(1)
  for (const address of [one, two]) names.identify({ address })
  await environment.idle()
  expect(server.groups.slice(1).map(({ addresses }) => addresses)).toEqual([[one]])
  expect(Object.keys(names.getState().identities)).toEqual([two, one])
})

test('behavior: a change of the network clears all identities and loads them again', async () => {
  const { server, environment, names, latchkey } = await namesKit()
  const [one = '', two = ''] = several(2)
  server.identities.set(`eip155:31337:${one}`, { name: 'safe.latchkey.eth', avatar: null })
  server.identities.set(two, { name: 'two.eth', avatar: null })
  for (const address of [one, two]) names.identify({ address })
  await environment.idle()
  expect(names.getState().identities[one]?.name).toBe('safe.latchkey.eth')
  // Running requests for the old network are ignored.
  const held = awaited()
  server.next = [held.answer]
  names.identify({ address: ada })
  await environment.advance(0)
  const states: unknown[] = []
  names.subscribe(({ identities }) => states.push(identities))
  await latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })
  await environment.advance(0)
  expect(states[0]).toEqual({})
  expect(server.groups.at(-1)).toEqual({ addresses: [key, two, one], chainId: 'eip155:31338' })
  held.give({ identities: [{ address: key, name: 'old.eth', avatar: null, resolvedAt: '' }] })
  await environment.idle()
  const { identities } = names.getState()
  expect([identities[key]?.name, identities[one]?.name, identities[two]?.name]).toEqual([
    undefined,
    undefined,
    'two.eth',
  ])
  expect(Object.keys(identities)).toHaveLength(3)
})

test('behavior: on a network of another family, names for all networks apply', async () => {
  const server = createNameServer()
  const environment = createTestEnvironment({ fetch: server.fetch })
  const { names, networks } = createWalletKit({ environment, config: { networks: [localOne, solanaOne] } }).latchkey
  names.identify({ address: ada })
  await environment.idle()
  await networks.switchNetwork({ chainId: solanaOne.caipNetworkId })
  await environment.idle()
  expect(server.groups).toEqual([
    { addresses: [key], chainId: 'eip155:31337' },
    { addresses: [key], chainId: null },
  ])
})

test('error: after a failure the identity stays unknown, and is requested again by the first call after 30 s', async () => {
  const { server, environment, names } = await namesKit()
  server.next = ['unheard']
  names.identify({ address: ada })
  await environment.idle()
  await environment.advance(29_999)
  names.identify({ address: ada })
  await environment.idle()
  expect([names.getState().identities, server.asked.length]).toEqual([{}, 1])
  await environment.advance(1)
  names.identify({ address: ada })
  await environment.idle()
  expect(server.asked).toHaveLength(2)
  expect(names.getState().identities[key]).toBeDefined()
})

test('default: the zone and the largest number of names per account, once; null if the server registers none', async () => {
  const { server, environment, names } = await namesKit()
  server.next = ['unheard', 'unheard', 'unheard']
  names.prepare()
  await environment.idle()
  expect(names.getState()).toEqual({ identities: {}, zone: undefined, perAccount: undefined })
  for (const _ of [1, 2]) names.prepare()
  await environment.idle()
  expect(names.getState()).toEqual({ identities: {}, zone: 'latchkey.eth', perAccount: 1 })
  expect(server.asked).toHaveLength(4)
  const other = await namesKit()
  other.server.zone = null
  other.names.prepare()
  await other.environment.idle()
  expect(other.names.getState().zone).toBeNull()
  for (const said of [undefined, '0', 'many', '-1', '1e3']) {
    const { server, environment, names } = await namesKit()
    server.perAccount = said
    names.prepare()
    await environment.idle()
    expect([names.getState().zone, names.getState().perAccount], said).toEqual(['latchkey.eth', undefined])
  }
})

test('default: the address of a name, similar names, names of an address', async () => {
  const { server, names } = await namesKit()
  const alice = {
    ...{ name: 'alice.latchkey.eth', registered_at: null, updated_at: null, attributes: {} },
    addresses: { 60: { address: testUser.address, created_at: null } },
  }
  server.names.set(alice.name, alice)
  await expect(names.resolve({ name: 'Alice.latchkey.eth' })).resolves.toMatchObject({ address: testUser.address })
  await expect(names.resolve({ name: 'bertha.latchkey.eth' })).rejects.toMatchObject({ code: 'name_not_found' })
  await expect(names.suggest({ name: ' MAX ' })).resolves.toEqual([{ name: 'max.latchkey.eth', registered: false }])
  await expect(names.list()).resolves.toEqual([alice])
  await expect(names.list({ address: ada })).resolves.toEqual([])
})

test('error: each failure has its sentence (spec 8.21, 8.22 and 8.23)', async () => {
  const { server, names, latchkey } = await namesKit()
  const fail = () => {
    server.next = ['unheard', 'unheard', 'unheard']
  }
  fail()
  await expect(names.resolve({ name: 'ada.eth' })).rejects.toMatchObject({ message: 'Error resolving name' })
  fail()
  await expect(names.suggest({ name: 'ada' })).rejects.toMatchObject({ message: 'Error fetching name suggestions' })
  fail()
  await expect(names.list()).rejects.toMatchObject({ message: 'Error fetching names for address' })
  server.next = [{ code: 'names_unavailable', status: 404 }]
  await expect(names.suggest({ name: 'ada' })).rejects.toMatchObject({ code: 'names_unavailable' })
  await expect(names.suggest({ name: ' ' })).rejects.toMatchObject({ code: 'name_invalid' })
  await latchkey.connection.disconnect()
  await expect(names.list()).rejects.toMatchObject({ code: 'no_active_account' })
})
