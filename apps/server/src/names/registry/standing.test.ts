import { evmCoinTypeFlag } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { testProjectId } from '../../testing/testProjectId.ts'
import { until } from '../../testing/until.ts'
import { createNameChanges } from './createNameChanges.ts'
import { addressUnder, isEvmCoinType } from './nameRecords.ts'
import { createNameReader } from './nameStore.ts'
import {
  createSigner,
  freshLabel,
  localOne,
  localTwo,
  otherProjectId,
  type Signer,
  zone,
} from './testing/startNameWorld.ts'
import { useNameWorld } from './testing/useNameWorld.ts'

const world = useNameWorld()

const polygon = evmCoinTypeFlag + 137
/** Adds another account's address to the owner's name. */
const add = async (name: string, owner: Signer, other: Signer, coinType: number) => {
  world.pass(1)
  const { status, json } = await world.post(
    `/${name}/address`,
    await world.addressChange(other, name, { coinType, owner }),
  )
  if (status !== 200) throw new Error(JSON.stringify(json))
  return json
}
const identity = async (address: string, network?: string) => {
  const chain = network === undefined ? '' : `&chainId=${encodeURIComponent(network)}`
  const { status, json, headers } = await world.get(`/v1/identity/${address}?projectId=${testProjectId}${chain}`)
  return status === 200 ? [json.name, headers.get('cache-control')] : [status, json.code]
}

test('behavior: an address that another account signed for one network counts only there', async () => {
  const owner = await world.smartAccount({ isDeployed: true })
  const { name } = (await world.register(owner, freshLabel(), { coinType: localOne })).json
  const friend = createSigner()
  const { addresses } = await add(name, { ...owner, sign: (message) => owner.sign(message) }, friend, localTwo)
  expect(addresses).toMatchObject({ [localOne]: { everywhere: false }, [localTwo]: { everywhere: false } })
  const { addressOf, primaryOf } = world.registry
  expect(await addressOf({ name, coinType: localTwo })).toBe(friend.address)
  for (const coinType of [60, polygon, evmCoinTypeFlag]) {
    expect(await addressOf({ name, coinType })).toBeUndefined()
    expect(await primaryOf({ address: friend.address, coinType })).toBeUndefined()
  }
  // The address for Ethereum is the fallback of all networks without their own.
  const named = createSigner()
  expect((await add(name, owner, named, 60)).addresses).toMatchObject({
    '60': { address: named.address, everywhere: true },
    [localTwo]: { everywhere: false },
  })
  expect(await addressOf({ name, coinType: polygon })).toBe(named.address)
  expect(await primaryOf({ address: friend.address, coinType: localTwo })).toMatchObject({ name })
})

test('behavior: without an address for Ethereum, the owner’s own counts, even if another is older', async () => {
  const { signer, name } = await world.owner({ coinType: localTwo })
  const friend = createSigner()
  const { addresses } = await add(name, signer, friend, polygon)
  expect(addresses).toMatchObject({ [localTwo]: { everywhere: true }, [polygon]: { everywhere: false } })
  const { addressOf } = world.registry
  expect(await addressOf({ name, coinType: localOne })).toBe(signer.address)
  expect(await addressOf({ name, coinType: polygon })).toBe(friend.address)
})

test('behavior: the database selects the same name of an address as a client that reads all its names', async () => {
  const [first, second] = [createSigner(), createSigner()]
  const smart = await world.smartAccount({ isDeployed: true })
  const one = (await world.register(first, freshLabel(), { coinType: localTwo })).json.name
  await add(one, first, second, 60)
  world.pass(1)
  const two = (await world.register(first, freshLabel(), { projectId: otherProjectId })).json.name
  await add(two, first, smart, localOne)
  await add(two, first, second, polygon)
  const reader = createNameReader(world.context.database)
  for (const { address } of [first, second, smart])
    for (const coinType of [60, localOne, localTwo, polygon, evmCoinTypeFlag, 0]) {
      const rows = await reader.byAddress({ address, zone })
      const expected = rows.find((row) => addressUnder(row, coinType) === address)?.name
      const found = await reader.primary({ address, zone, coinType, isEvm: isEvmCoinType(coinType) })
      expect([address, coinType, found?.name]).toEqual([address, coinType, expected])
    }
})

test('behavior: an account has a name on the networks on which the name resolves to it', async () => {
  const { signer, name } = await world.owner()
  const smart = await world.smartAccount({ isDeployed: false })
  // Before it has a name on any network.
  expect(await identity(smart.address, 'eip155:31337')).toEqual([null, 'public, max-age=300'])
  await add(name, signer, smart, localOne)
  await until(async () => (await identity(smart.address, 'eip155:31337'))[0] === name)
  // A contract exists on one network. Its address elsewhere can belong to another account.
  for (const network of ['eip155:31338', 'eip155:1', 'eip155:137', undefined])
    expect([network, ...(await identity(smart.address, network))]).toEqual([network, null, 'public, max-age=300'])
  for (const network of ['eip155:31338', 'eip155:1', 'eip155:137', undefined])
    expect([network, ...(await identity(signer.address, network))]).toEqual([network, name, 'public, max-age=300'])
  expect((await identity(signer.address, 'eip155:31337'))[0]).toBeNull()
  const { json } = await world.get(
    `/v1/identities?projectId=${testProjectId}&addresses=${smart.address},${signer.address}&chainId=eip155:31337`,
  )
  expect((json as unknown as { identities: { name: unknown }[] }).identities.map((one) => one.name)).toEqual([
    name,
    null,
  ])
})

test('error: if ENS does not answer, an account keeps its name of this server', async () => {
  const { signer, name } = await world.owner()
  const later = createSigner()
  expect(await identity(signer.address)).toEqual([name, 'public, max-age=300'])
  await world.devnet.stopChain({ id: 31337 })
  try {
    expect(await identity(signer.address)).toEqual([name, 'no-cache'])
    expect(await identity(later.address)).toEqual([503, 'name_resolve_failed'])
    await world.register(later, freshLabel())
    expect((await identity(later.address))[1]).toBe('no-cache')
    // And the cache does not keep a name that passed on.
    const heir = createSigner()
    await world.post(`/${name}/address`, await world.addressChange(heir, name, { owner: signer }))
    await until(async () => (await identity(heir.address))[0] === name)
    await until(async () => (await identity(signer.address))[0] !== name)
    expect(await identity(signer.address)).toEqual([503, 'name_resolve_failed'])
  } finally {
    await world.devnet.startChain({ id: 31337 })
  }
})

test('behavior: of an address with many names twenty are read at once', async () => {
  const { signer, name } = await world.owner()
  const hex = signer.address.slice(2)
  await world.context.database.execute(`
    insert into names select 'many-' || i || '.${zone}', zone, 'many-' || i || '.${zone}', project_id, owner, owner_coin_type, owner_proof,
      attributes, registered_at + make_interval(secs => i), updated_at from names, generate_series(1, 30) as i where name = '${name}'`)
  await world.context.database.execute(`
    insert into name_addresses select name, 60, owner, 'key', registered_at from names where owner = '\\x${hex}' and name like 'many-%'`)
  const { json } = await world.get(`/v1/profile/reverse/${signer.address}`)
  expect(json).toHaveLength(20)
  expect(await world.registry.primaryOf({ address: signer.address, coinType: 60 })).toMatchObject({ name })
})

test('behavior: the previous addresses of a change are those at its time, not those at the request', async () => {
  const { signer, name } = await world.owner()
  const { clock, database } = world.context
  const old = await createNameReader(database).byName(name)
  // Meanwhile, another account gets an address of the name.
  const smart = await world.smartAccount({ isDeployed: false })
  await add(name, signer, smart, localOne)
  const levels: unknown[] = []
  const changes = createNameChanges({
    context: {
      clock,
      database: new Proxy(database, {
        get: (target, key) =>
          key === 'transaction'
            ? (...[work, options]: Parameters<typeof database.transaction>) => {
                levels.push(options?.isolationLevel)
                return database.transaction(work, options)
              }
            : Reflect.get(target, key),
      }),
    },
    config: world.context.config.names ?? (undefined as never),
    limits: { peek: async () => {}, consume: async () => {} },
    check: async () => 'key',
    read: async () => old,
  })
  const after = createSigner()
  const { coin_type, message, signature, address, owner } = await world.addressChange(after, name, { owner: signer })
  const { row, before } = await changes.setAddress({
    name,
    request: { coin_type, message, signature, address, owner },
    caller: { projectId: testProjectId, ip: '192.0.2.1' },
  })
  expect(row.addresses.map((record) => record.address)).toEqual([after.address.toLowerCase()])
  expect(before).toContain(smart.address.toLowerCase())
  expect(levels).toEqual(['read committed'])
})

test('error: /ready reports a zone that accepts another key, separately for each network', async () => {
  const [first, ...others] = world.testApp.names.checks()
  expect([first?.name, others.map(({ name }) => name)]).toEqual(['names eip155:31337', []])
  const own = world.testApp.names.own?.signer.address
  await expect(first?.check()).rejects.toThrow(
    `accepts signatures of ${world.devnet.names.signer.address}, but the key of names.signer is ${own}`,
  )
})
