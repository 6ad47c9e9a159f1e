import { beforeAll, expect, test } from 'vitest'
import { createNameServer } from '../testing/createNameServer.ts'
import { createTestEnvironment } from '../testing/createTestEnvironment.ts'
import { testUser } from '../testing/createTestFrame.ts'
import { signedInKit } from '../testing/createWalletKit.ts'

beforeAll(() => Promise.all([import('./createNamesAsker.ts'), import('../http/readFeature.ts')]))

const ada = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const key = ada.toLowerCase()

async function namesKit() {
  const server = createNameServer()
  const environment = createTestEnvironment({ fetch: server.fetch })
  const { latchkey } = await signedInKit({ environment })
  return { server, environment, names: latchkey.names, latchkey }
}

test('default: nothing is asked before somebody does; then who an address is, once', async () => {
  const { server, environment, names } = await namesKit()
  server.identities.set(key, { name: 'ada.eth', avatar: 'https://api.test/v1/profile/account/ada.eth/avatar' })
  expect(server.asked).toEqual([])
  for (const address of [ada, key, ada]) names.identify({ address })
  await environment.idle()
  expect(names.getState().identities).toEqual({
    [key]: { name: 'ada.eth', image: 'https://api.test/v1/profile/account/ada.eth/avatar' },
  })
  expect(server.asked).toEqual([`/v1/identity/${key}`])
  await environment.advance(299_000)
  names.identify({ address: ada })
  await environment.idle()
  expect(server.asked).toHaveLength(1)
  const before = names.getState()
  await environment.advance(1000)
  names.identify({ address: ada })
  await environment.idle()
  expect(server.asked).toHaveLength(2)
  // The same again is no change.
  expect(names.getState()).toBe(before)
})

test('behavior: an address without a name is known to have none; what is no address is nobody', async () => {
  const { server, environment, names } = await namesKit()
  for (const address of [ada, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '', undefined as never])
    names.identify({ address })
  await environment.idle()
  expect(names.getState().identities).toEqual({ [key]: { name: undefined, image: undefined } })
  expect(server.asked).toHaveLength(1)
})

test('behavior: four at once, the others in step', async () => {
  const { server, environment, names } = await namesKit()
  const addresses = Array.from({ length: 9 }, (_, index) => `0x${String(index + 1).repeat(40)}`)
  let answer = (_: Response) => {}
  const never = () => new Promise<Response>(() => {})
  server.next = [
    ...[never(), never(), never()],
    new Promise((resolve) => {
      answer = resolve
    }),
    ...[never(), never(), never()],
  ]
  for (const address of addresses) names.identify({ address })
  await environment.advance(0)
  expect(server.asked).toHaveLength(4)
  answer(Response.json({ name: 'two.eth', avatar: null, resolvedAt: '' }))
  await environment.advance(0)
  expect(server.asked).toHaveLength(5)
  // One that never comes holds its place for 30 s.
  await environment.advance(30_000)
  expect(server.asked).toHaveLength(9)
  expect(Object.keys(names.getState().identities)).toHaveLength(3)
})

test('error: what failed stays unknown, and is asked again by the first call after 30 s', async () => {
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

test('default: the zone and how many names one account may have, once; null where the server registers none', async () => {
  const { server, environment, names } = await namesKit()
  server.next = ['unheard']
  names.prepare()
  await environment.idle()
  expect(names.getState()).toEqual({ identities: {}, zone: undefined, perAccount: undefined })
  for (const _ of [1, 2]) names.prepare()
  await environment.idle()
  expect(names.getState()).toEqual({ identities: {}, zone: 'latchkey.eth', perAccount: 1 })
  expect(server.asked).toHaveLength(2)
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

test('default: whom a name stands for, names like one, names of an address', async () => {
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

test('error: each failure by its sentence', async () => {
  const { server, names, latchkey } = await namesKit()
  const fail = () => {
    server.next = ['unheard']
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
