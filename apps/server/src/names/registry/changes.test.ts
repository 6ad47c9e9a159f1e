import { createNameMessage } from '@latchkey/protocol'
import { personalSignDigest, smartAccountContracts } from '@latchkey/smart-account'
import { concat } from 'viem'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createTestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { until } from '../../testing/until.ts'
import {
  createSigner,
  freshLabel,
  localOne,
  localTwo,
  otherProjectId,
  outcome,
  picture,
  type Signer,
  zone,
} from './testing/startNameWorld.ts'
import { useNameWorld } from './testing/useNameWorld.ts'

const world = useNameWorld()

describe('POST /v1/profile/account/{name}/attributes', () => {
  test('default: sets texts, an empty one removes, the others stay', async () => {
    const { signer, name } = await world.owner({ attributes: { location: 'a', description: 'b' } })
    world.pass(1)
    const body = await world.registration(signer, name, { attributes: { location: '', email: 'c', avatar: picture } })
    const { status, json } = await world.post(`/${name.toUpperCase()}/attributes`, body)
    expect(status).toBe(200)
    const updated_at = new Date(world.seconds() * 1000).toISOString()
    expect(json).toEqual({ name, updated_at, attributes: { description: 'b', email: 'c', avatar: picture } })
    expect((await world.read(name)).json).toMatchObject({ updated_at, attributes: json.attributes })
  })

  test('behavior: an owner that is a contract, only on its own network', async () => {
    const signer = await world.smartAccount({ isDeployed: true })
    const { name } = (await world.register(signer, freshLabel(), { coinType: localOne })).json
    world.pass(1)
    const body = await world.registration(signer, name, { coinType: localOne, attributes: { location: 'a' } })
    for (const coin_type of [60, localTwo]) {
      expect(outcome(await world.post(`/${name}/attributes`, { ...body, coin_type }))).toEqual([403, 'name_not_owned'])
    }
    expect((await world.post(`/${name}/attributes`, body)).json.attributes).toEqual({ location: 'a' })
  })

  test('error: too many texts in total; an unregistered name', async () => {
    const attributes = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key${index}`, 'x']))
    const { signer, name } = await world.owner({ attributes })
    world.pass(1)
    const more = await world.registration(signer, name, { attributes: { another: 'x' } })
    expect(outcome(await world.post(`/${name}/attributes`, more))).toEqual([400, 'name_attributes_invalid'])
    const instead = await world.registration(signer, name, { attributes: { another: 'x', key0: '' } })
    expect((await world.post(`/${name}/attributes`, instead)).status).toBe(200)
    const nobody = await world.registration(signer, `nobody-here.${zone}`)
    expect(outcome(await world.post(`/nobody-here.${zone}/attributes`, nobody))).toEqual([404, 'name_not_found'])
    const elsewhere = await world.registration(signer, 'ada.eth')
    expect(outcome(await world.post('/ada.eth/attributes', elsewhere))).toEqual([404, 'name_not_found'])
    expect(outcome(await world.post('/%20/attributes', nobody))).toEqual([404, 'name_not_found'])
  })
})

describe('POST /v1/profile/account/{name}/address', () => {
  test('default: the owner’s own address under another coin type', async () => {
    const { signer, name } = await world.owner()
    world.pass(1)
    const { status, json } = await world.post(
      `/${name}/address`,
      await world.addressChange(signer, name, { coinType: localTwo }),
    )
    expect(status).toBe(200)
    const created_at = new Date(world.seconds() * 1000).toISOString()
    expect(json).toEqual({
      ...{ name, updated_at: created_at, attributes: {} },
      addresses: {
        '60': { address: signer.address, created_at: expect.any(String), everywhere: true },
        [localTwo]: { address: signer.address, created_at, everywhere: false },
      },
    })
  })

  test('default: another account in addition to the owner, with both signatures', async () => {
    const { signer, name } = await world.owner()
    const smart = await world.smartAccount({ isDeployed: false })
    const path = `/${name}/address`
    const alone = await world.addressChange(smart, name, { coinType: localOne })
    expect(outcome(await world.post(path, alone))).toEqual([403, 'name_not_owned'])
    const stranger = await world.addressChange(smart, name, { coinType: localOne, owner: createSigner() })
    expect(outcome(await world.post(path, stranger))).toEqual([401, 'signature_invalid'])
    const texts = await world.addressChange(smart, name, {
      coinType: localOne,
      owner: signer,
      attributes: { location: 'x' },
    })
    expect(outcome(await world.post(path, texts))).toEqual([400, 'name_attributes_invalid'])
    const unwilling = await world.addressChange({ ...smart, sign: signer.sign }, name, {
      coinType: localOne,
      owner: signer,
    })
    expect(outcome(await world.post(path, unwilling))).toEqual([401, 'signature_invalid'])
    const both = await world.addressChange(smart, name, { coinType: localOne, owner: signer })
    expect((await world.post(path, both)).json.addresses).toMatchObject({
      '60': { address: signer.address },
      [localOne]: { address: smart.address },
    })
    const { addressOf, primaryOf } = world.registry
    expect(await addressOf({ name, coinType: localOne })).toBe(smart.address)
    expect(await addressOf({ name, coinType: localTwo })).toBe(signer.address)
    expect(await primaryOf({ address: smart.address, coinType: localOne })).toMatchObject({ name })
    expect(await primaryOf({ address: signer.address, coinType: localOne })).toBeUndefined()
    expect((await world.get(`/v1/profile/reverse/${smart.address}`)).json).toMatchObject([{ name }])
    // It has an address of the name, but is not the owner.
    const body = await world.registration(smart, name, { coinType: localOne })
    expect(outcome(await world.post(`/${name}/attributes`, body))).toEqual([403, 'name_not_owned'])
  })

  test('default: another address under the owner’s coin type transfers the name', async () => {
    const { signer: before, name } = await world.owner({ attributes: { description: 'old' } })
    const after = createSigner()
    await world.post(`/${name}/address`, await world.addressChange(before, name, { coinType: localTwo }))
    world.pass(1)
    const path = `/${name}/address`
    const missing = await world.addressChange(after, name)
    expect(outcome(await world.post(path, missing))).toEqual([403, 'name_not_owned'])
    const unwilling = await world.addressChange({ ...after, sign: before.sign }, name, { owner: before })
    expect(outcome(await world.post(path, unwilling))).toEqual([401, 'signature_invalid'])
    const body = await world.addressChange(after, name, { owner: before, attributes: { location: 'new' } })
    const { status, json } = await world.post(path, body)
    expect(status).toBe(200)
    expect(json).toMatchObject({ attributes: { location: 'new' }, addresses: { '60': { address: after.address } } })
    expect(Object.keys(json.addresses)).toEqual(['60'])
    expect((await world.get(`/v1/profile/reverse/${before.address}`)).json).toEqual([])
    expect((await world.get(`/v1/profile/reverse/${after.address}`)).json).toMatchObject([{ name }])
    // Messages of the previous owner no longer count, and that account can register another name.
    expect(outcome(await world.post(path, body))).toEqual([409, 'name_message_used'])
    const late = await world.registration(before, name, { attributes: { location: 'mine' } })
    expect(outcome(await world.post(`/${name}/attributes`, late))).toEqual([403, 'name_not_owned'])
    expect((await world.register(before, freshLabel())).status).toBe(200)
    // A transfer back: the first message cannot be used again.
    world.pass(1)
    const back = await world.addressChange(before, name, { owner: after })
    expect(outcome(await world.post(path, back))).toEqual([409, 'name_limit'])
    const third = createSigner()
    expect((await world.post(path, await world.addressChange(third, name, { owner: after }))).status).toBe(200)
    expect(outcome(await world.post(path, body))).toEqual([401, 'signature_invalid'])
  })

  test('behavior: a contract with the owner’s address on another network needs the owner’s signature', async () => {
    const signer = await world.smartAccount({ isDeployed: true })
    const { name } = (await world.register(signer, freshLabel(), { coinType: localOne })).json
    const path = `/${name}/address`
    const elsewhere: Signer = { ...signer, sign: (message) => signer.sign(message, 31338) }
    const alone = await world.addressChange(elsewhere, name, { coinType: localTwo })
    expect(outcome(await world.post(path, alone))).toEqual([403, 'name_not_owned'])
    const itself = await world.addressChange(elsewhere, name, { coinType: localTwo, owner: elsewhere })
    const refused = await world.post(path, itself)
    expect(outcome(refused)).toEqual([401, 'signature_invalid'])
    expect(refused.json.reasons?.[0]?.field).toBe('owner.signature')
    const both = await world.addressChange(elsewhere, name, { coinType: localTwo, owner: signer })
    expect(Object.keys((await world.post(path, both)).json.addresses)).toEqual([String(localOne), String(localTwo)])
    // For its own network, the owner's signature is enough.
    const again = await world.addressChange(signer, name, { coinType: localOne })
    expect((await world.post(path, again)).status).toBe(200)
  })

  test('behavior: an account with code (EIP-7702): its key acts for a name its code owns, but its code not for a name its key owns', async () => {
    const { address, account } = createSigner()
    await world.node('anvil_setCode', [address, concat(['0xef0100', smartAccountContracts.implementation])])
    const sign = (message: string) =>
      account.sign({ hash: personalSignDigest({ account: { address, chainId: 31337 }, message }) })
    const [byCode, byKey] = [
      { address, sign },
      { address, sign: (message: string) => account.signMessage({ message }) },
    ]
    const first = (await world.register(byCode, freshLabel(), { coinType: localOne })).json
    expect(await world.registry.addressOf({ name: first.name, coinType: 60 })).toBeUndefined()
    const second = (await world.register(byKey, freshLabel(), { projectId: otherProjectId })).json
    const change = async (by: Signer, name: string, location: string) =>
      outcome(
        await world.post(
          `/${name}/attributes`,
          await world.registration(by, name, { coinType: localOne, attributes: { location } }),
        ),
      )
    expect(await change(byCode, first.name, '1')).toEqual([200, undefined])
    expect(await change(byKey, first.name, '2')).toEqual([200, undefined])
    expect(await change(byKey, second.name, '3')).toEqual([200, undefined])
    expect(await change(byCode, second.name, '4')).toEqual([401, 'signature_invalid'])
    const more = await world.addressChange(byCode, second.name, { coinType: localOne })
    expect(outcome(await world.post(`/${second.name}/address`, more))).toEqual([403, 'name_not_owned'])
  })

  test('behavior: of two concurrent receivers of a name one gets it', async () => {
    const { signer, name } = await world.owner()
    const bodies = await Promise.all([1, 2, 3].map(() => world.addressChange(createSigner(), name, { owner: signer })))
    const replies = await Promise.all(bodies.map((body) => world.post(`/${name}/address`, body)))
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const rest = replies.filter(({ status }) => status !== 200).map(({ json }) => json.code)
    for (const code of rest) expect(['name_not_owned', 'signature_invalid']).toContain(code)
  })
})

test('behavior: a change of a name reaches its followers, and the caches of its addresses', async () => {
  const signer = createSigner()
  const name = `${freshLabel()}.${zone}`
  const seen: { kind: string; name: unknown }[] = []
  const subscriber = {
    send: ({ data }: { data: string }) => void seen.push(JSON.parse(data)),
    ...{ resync: () => {}, beat: () => {}, end: () => {} },
  }
  const stop = world.testApp.hub.subscribe({ topics: [`name:${name}`], subscriber })
  const identity = async (address: string) => {
    const { json, headers } = await world.get(`/v1/identity/${address}?projectId=${testProjectId}`)
    return [json.name, headers.get('cache-control')]
  }
  expect(await identity(signer.address)).toEqual([null, 'public, max-age=300'])
  const registered = await world.post('', await world.registration(signer, name))
  await until(() => seen.length === 1)
  expect(seen).toEqual([{ kind: 'name', topic: `name:${name}`, name: registered.json }])
  expect(await identity(signer.address)).toEqual([name, 'public, max-age=300'])
  const after = createSigner()
  expect(await identity(after.address)).toEqual([null, 'public, max-age=300'])
  await world.post(
    `/${name}/address`,
    await world.addressChange(after, name, { owner: signer, attributes: { avatar: picture } }),
  )
  await until(() => seen.length === 2)
  expect([await identity(signer.address), await identity(after.address)]).toEqual([
    [null, 'public, max-age=300'],
    [name, 'public, max-age=300'],
  ])
  stop()
  // A name in ENS takes precedence, and is cached as before.
  const [ada] = world.devnet.accounts
  expect(await identity(ada?.address ?? '')).toEqual(['ada.eth', 'public, max-age=300'])
})

test('error: a server without names', async () => {
  const context = await createTestContext({ connection: world.context.connection })
  const { app } = await createTestApp({ context })
  const signer = createSigner()
  const message = createNameMessage({ name: `alice.${zone}`, timestamp: world.seconds() })
  const body = JSON.stringify({
    message,
    signature: await signer.sign(message),
    coin_type: 60,
    address: signer.address,
  })
  for (const path of ['', '/alice.latchkey.eth/attributes', '/alice.latchkey.eth/address']) {
    const response = await app.request(`/v1/profile/account${path}?projectId=${testProjectId}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
    })
    expect([response.status, (await response.json()) as object]).toMatchObject([404, { code: 'names_unavailable' }])
  }
  expect(await (await app.request(`/v1/profile/reverse/${signer.address}`)).json()).toEqual([])
  await context.stop()
})
