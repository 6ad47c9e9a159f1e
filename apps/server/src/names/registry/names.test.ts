import { createNameMessage } from '@latchkey/protocol'
import { smartAccountContracts } from '@latchkey/smart-account'
import { concat, type Hex, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testProjectId } from '../../testing/testProjectId.ts'
import { until } from '../../testing/until.ts'
import {
  createSigner,
  localOne,
  localTwo,
  type NameWorld,
  otherProjectId,
  type Reply,
  type Signer,
  startNameWorld,
  zone,
} from './testing/startNameWorld.ts'

let world: NameWorld
beforeAll(async () => {
  world = await startNameWorld()
})
afterAll(() => world?.stop())

let made = 0
/** A label that nobody has. */
const fresh = () => `somebody-${(++made).toString(36).replace(/[01]/g, 'x')}-${made % 7}a`.replace(/[01]/g, 'y')
const picture = `data:image/png;base64,${'iVBO'.repeat(8)}`
const outcome = ({ status, json: { code } }: Reply) => [status, code]
const read = (name: string) => world.get(`/v1/profile/account/${name}`)
/** Somebody with a name. */
const owner = async (options: Parameters<NameWorld['register']>[2] = {}) => {
  const signer = createSigner()
  const name = `${fresh()}.${zone}`
  const reply = await world.register(signer, name.slice(0, -zone.length - 1), options)
  expect(reply.status).toBe(200)
  return { signer, name, reply }
}

describe('POST /v1/profile/account', () => {
  test('default: an account registers a name, and everybody reads it', async () => {
    const { signer, name, reply } = await owner({
      attributes: { avatar: picture, 'com.example': '', description: 'Paints' },
    })
    const at = new Date(world.seconds() * 1000).toISOString()
    expect(reply.json).toEqual({
      name,
      registered_at: at,
      updated_at: at,
      attributes: { avatar: picture, description: 'Paints' },
      addresses: { '60': { address: signer.address, created_at: at } },
    })
    for (const typed of [name, name.toUpperCase()]) {
      const { json, headers } = await read(typed)
      expect(json).toEqual(reply.json)
      expect(headers.get('cache-control')).toBe('no-cache')
    }
    expect((await world.testApp.app.request(`/v1/profile/account/${name}/avatar`)).headers.get('content-type')).toBe(
      'image/png',
    )
    for (const typed of [signer.address, signer.address.toLowerCase(), `0x${signer.address.slice(2).toUpperCase()}`]) {
      expect((await world.get(`/v1/profile/reverse/${typed}`)).json).toEqual([reply.json])
    }
    expect((await world.get(`/v1/profile/reverse/${createSigner().address}`)).json).toEqual([])
    expect(outcome(await world.get('/v1/profile/reverse/0x12'))).toEqual([400, 'malformed_address'])
    expect(outcome(await read(`nobody-here.${zone}`))).toEqual([404, 'name_not_found'])
    expect((await read(`nobody-here.${zone}?apiVersion=2`)).json).toEqual([])
  })

  test('default: accounts that are contracts, deployed or not yet (ERC-1271, ERC-6492), stand on their own network alone', async () => {
    for (const isDeployed of [true, false]) {
      const signer = await world.smartAccount({ isDeployed })
      const label = fresh()
      const reply = await world.register(signer, label, { coinType: localOne })
      expect([isDeployed, reply.json]).toMatchObject([
        isDeployed,
        { addresses: { [localOne]: { address: signer.address } } },
      ])
      const { name } = reply.json
      const { addressOf, primaryOf } = world.registry
      const { address } = signer
      expect(await addressOf({ name, coinType: localOne })).toBe(address)
      expect(await primaryOf({ address, coinType: localOne })).toMatchObject({ name })
      for (const coinType of [60, localTwo, 0x80000000]) {
        expect(await addressOf({ name, coinType })).toBeUndefined()
        expect(await primaryOf({ address, coinType })).toBeUndefined()
      }
    }
  })

  test('behavior: an ordinary account is the same on all networks of its family, and on no other', async () => {
    const { signer, name } = await owner({ coinType: localTwo })
    const { addressOf, primaryOf } = world.registry
    for (const coinType of [localTwo, 60, localOne, 0x80000000 + 10, 0x80000000]) {
      expect(await addressOf({ name, coinType })).toBe(signer.address)
      expect(await primaryOf({ address: signer.address, coinType })).toMatchObject({ name })
    }
    for (const coinType of [0, 501, 2 ** 32]) expect(await addressOf({ name, coinType })).toBeUndefined()
    expect(await addressOf({ name: `nobody-here.${zone}`, coinType: 60 })).toBeUndefined()
    expect(await addressOf({ name: 'ada.eth', coinType: 60 })).toBeUndefined()
  })

  test('behavior: an account with code of its own choice (EIP-7702) signs with its key', async () => {
    const signer = createSigner()
    await world.node('anvil_setCode', [signer.address, concat(['0xef0100', smartAccountContracts.implementation])])
    const { json } = await world.register(signer, fresh(), { coinType: localOne })
    expect(await world.registry.addressOf({ name: json.name, coinType: 60 })).toBe(signer.address)
  })

  test('behavior: signatures as wallets write them', async () => {
    const forms: ((signature: Hex) => Hex)[] = [
      (signature) => `${signature.slice(0, -2) as Hex}${signature.endsWith('1b') ? '00' : '01'}`,
      (signature) => serializeCompactSignature(signatureToCompactSignature(parseSignature(signature))),
      (signature) => signature.toUpperCase().replace('0X', '0x') as Hex,
    ]
    for (const form of forms) {
      const signer = createSigner()
      const sign: Signer['sign'] = async (message) => form(await signer.sign(message))
      expect((await world.register({ ...signer, sign }, fresh())).status).toBe(200)
    }
  })

  test.each([
    ['2147483649 is 60', 2147483649, '60'],
    ['an L2', localTwo, String(localTwo)],
    ['a network that is not served here', 0x80000000 + 10, '2147483658'],
  ])('behavior: coin types: %s', async (_, coinType, key) => {
    const { reply } = await owner({ coinType })
    expect(Object.keys(reply.json.addresses)).toEqual([key])
  })

  test.each([
    ...[0x80000000, 501, 0, 61, -2147483638, 60.5].map((coinType) => [coinType, 'coin_type_invalid'] as const),
    ...[2 ** 32, 2 ** 32 + 60, 1e300].map((coinType) => [coinType, 'invalid_chain_id'] as const),
  ])('error: coin type %s: %s', async (coinType, code) => {
    const reply = await world.register(createSigner(), fresh(), { coinType })
    expect(outcome(reply)).toEqual([400, code])
    if (code === 'invalid_chain_id') expect(reply.json.reasons?.[0]?.description).toBe('Invalid chainId')
  })

  test('error: addresses with another check sum than their own', async () => {
    const signer = createSigner()
    const { address } = signer
    const letter = [...address].findIndex((char, index) => index > 1 && /[a-f]/i.test(char))
    const swapped =
      (address[letter] ?? '').toLowerCase() === address[letter]
        ? address[letter]?.toUpperCase()
        : address[letter]?.toLowerCase()
    for (const written of [
      address.toLowerCase(),
      `0x${address.slice(2).toUpperCase()}`,
      `${address.slice(0, letter)}${swapped}${address.slice(letter + 1)}`,
      address.slice(0, -1),
      `eip155:1:${address}`,
      'alice.eth',
    ]) {
      const body = { ...(await world.registration(signer, `${fresh()}.${zone}`)), address: written }
      expect([written, ...outcome(await world.post('', body))]).toEqual([written, 400, 'malformed_address'])
    }
  })

  test('error: messages that are none about a name', async () => {
    const signer = createSigner()
    const name = `${fresh()}.${zone}`
    const timestamp = world.seconds()
    const good = { name, attributes: {}, timestamp }
    const texts = [
      'Hello',
      '[]',
      'null',
      JSON.stringify({ name, timestamp }),
      JSON.stringify({ ...good, more: 1 }),
      JSON.stringify({ ...good, name: 1 }),
      JSON.stringify({ ...good, attributes: [] }),
      JSON.stringify({ ...good, attributes: null }),
      JSON.stringify({ ...good, timestamp: String(timestamp) }),
      JSON.stringify({ ...good, timestamp: timestamp + 0.5 }),
      JSON.stringify({ ...good, address: signer.address, coin_type: 60 }),
      `{"name":"other.${zone}","attributes":{},"timestamp":${timestamp},"name":"${name}"}`,
      `{"name":"other.${zone}","attributes":{},"timestamp":${timestamp},"\\u006eame":"${name}"}`,
      `{"name":"${name}","attributes":{"url":"a","url":"b"},"timestamp":${timestamp}}`,
    ]
    for (const message of texts) {
      const body = { message, signature: await signer.sign(message), coin_type: 60, address: signer.address }
      expect([message, ...outcome(await world.post('', body))]).toEqual([message, 400, 'name_message_invalid'])
    }
    // Written with room, and in another order: it says the same.
    const message = JSON.stringify({ timestamp, attributes: { url: '{"url":"url":' }, name }, null, 2)
    const body = { message, signature: await signer.sign(message), coin_type: 60, address: signer.address }
    expect((await world.post('', body)).status).toBe(200)
  })

  test('error: texts that a name does not take', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`key${index}`, 'x']))
    const bad: Record<string, unknown>[] = [
      many,
      ...['Url', '-url', 'my url', '__proto__x', 'x'.repeat(65), 'é', ''].map((key) => ({ [key]: 'x' })),
      ...['\u202egro.elpmaxe', 'a\u0000', 'a\nb', '\u2067x', '\u200fx', '\u2028', '\ud800', 'x'.repeat(2_001)].map(
        (value) => ({
          description: value,
        }),
      ),
      { description: 1 },
      ...[
        'https://example.com/me.png',
        'ipfs://abc',
        'data:image/svg+xml;base64,AAAA',
        'data:image/png;base64,%%',
        'x',
      ].map((avatar) => ({ avatar })),
      { avatar: `data:image/png;base64,${'A'.repeat(32_000)}` },
    ]
    const signer = createSigner()
    for (const attributes of bad) {
      const reply = await world.register(signer, fresh(), { attributes: attributes as Record<string, string> })
      expect([attributes, ...outcome(reply)]).toEqual([attributes, 400, 'name_attributes_invalid'])
    }
    const good = { description: '👩‍🎨 मैं, שלום', 'com.example_a-b': 'x'.repeat(2_000), constructor: 'x', '1': 'one' }
    expect((await world.register(signer, fresh(), { attributes: good })).json.attributes).toEqual(good)
  })

  test('error: names that are none of this zone’s', async () => {
    const signer = createSigner()
    const label = fresh()
    const texts: [string, string][] = [
      ['bob', 'at least 4'],
      ['x'.repeat(65), 'at most 64'],
      ['-alice', 'no hyphen'],
      ['alice-', 'no hyphen'],
      ['xn--lice', 'no two'],
      ['al_ice', 'lower case letters'],
      ['al ice', 'lower case letters'],
      ['alicé', 'lower case letters'],
      ['аlice', 'lower case letters'],
      ['alice👩', 'lower case letters'],
      ['a.alice', 'one label'],
      ['', 'at least 4'],
      ['Alice', 'alice.latchkey.eth'],
      ['ａｌｉｃｅ', 'alice.latchkey.eth'],
    ]
    for (const [text, said] of texts) {
      const reply = await world.post('', await world.registration(signer, `${text}.${zone}`))
      expect([text, ...outcome(reply)]).toEqual([text, 400, 'name_invalid'])
      expect([text, reply.json.reasons?.[0]?.description]).toEqual([text, expect.stringContaining(said)])
    }
    for (const name of [
      `${label}.eth`,
      label,
      `${label}latchkey.eth`,
      zone,
      `${label}.${zone}.`,
      `${label}.LATCHKEY.eth`,
      '',
    ]) {
      expect([name, ...outcome(await world.post('', await world.registration(signer, name)))]).toEqual([
        name,
        400,
        'name_invalid',
      ])
    }
  })

  test('error: an account has one name in a project', async () => {
    const { signer, name } = await owner()
    expect(outcome(await world.register(signer, fresh()))).toEqual([409, 'name_limit'])
    const second = await world.register(signer, fresh(), { projectId: otherProjectId })
    expect(second.status).toBe(200)
    // Oldest first; of the same moment, by their text.
    const [first, last] = [name, second.json.name].sort()
    expect((await world.get(`/v1/profile/reverse/${signer.address}`)).json).toMatchObject([
      { name: first },
      { name: last },
    ])
  })

  test('error: a signature of somebody else, and of a contract where no chain can be asked', async () => {
    const signer = createSigner()
    const { sign } = createSigner()
    const register = (coinType: number) => world.register({ ...signer, sign }, fresh(), { coinType })
    expect(outcome(await register(localOne))).toEqual([401, 'signature_invalid'])
    expect(outcome(await register(60))).toEqual([400, 'unsupported_chain'])
    expect(outcome(await register(0x80000000 + 10))).toEqual([400, 'unsupported_chain'])
    await world.devnet.stopChain({ id: 31338 })
    try {
      expect(outcome(await register(localTwo))).toEqual([503, 'upstream_unavailable'])
    } finally {
      await world.devnet.startChain({ id: 31338 })
    }
  })
})

describe('threat 97: a name is taken that looks like another’s', () => {
  test('threat 97: letters that pass for others, in every mixture', async () => {
    await world.register(createSigner(), 'solomon-wilkin')
    for (const label of [
      's0lomon-wilkin',
      'so1omon-wi1kin',
      'solomon-vvilkin',
      'solornon-wilkin',
      '50lomon-wilkin'.replace('5', 's'),
    ]) {
      expect([label, ...outcome(await world.register(createSigner(), label))]).toEqual([label, 409, 'name_confusable'])
    }
    expect(outcome(await world.register(createSigner(), 'solomon-wilkin'))).toEqual([409, 'name_taken'])
    // Letters of other scripts are no letters of a name; a real homoglyph reads as nobody's.
    expect(outcome(await world.register(createSigner(), 'sоlomon-wilkin'))).toEqual([400, 'name_invalid'])
    expect((await read(encodeURIComponent(`sоlomon-wilkin.${zone}`))).status).toBe(404)
    const labels = ['solomon-wilkin', 's0lomon-wilkin', 'solomon', 'bob', 'admin', 'Upper']
    expect([...(await world.registry.unavailable({ labels }))].sort()).toEqual(
      labels.filter((label) => label !== 'solomon').sort(),
    )
  })

  test('threat 97: names that speak for the operator, and what looks like them', async () => {
    const strict = await startNameWorld({
      names: { reserved: ['acme'], blocked: ['darn'] },
      devnet: world.devnet,
      connection: world.context.connection,
    })
    const labels = [
      'admin',
      'adrnin',
      'support',
      'supp0rt',
      'latchkey',
      '1atchkey',
      'latchkey-support',
      'my-support',
      'a-dmin',
      'off1cial'.replace('1', 'i'),
    ]
    const own = ['acme', 'acrne', 'darn-it', 'dam-it', 'not-d-a-r-n', 'wallet', 'wa11et', 'log-in']
    try {
      for (const label of [...labels, ...own]) {
        expect([label, ...outcome(await strict.register(createSigner(), label))]).toEqual([label, 403, 'name_reserved'])
      }
      expect((await strict.register(createSigner(), 'supporters')).status).toBe(200)
    } finally {
      await strict.stop()
    }
  })

  test('threat 97: of many at once one gets the name, and of names that look alike one is had', async () => {
    const label = fresh()
    const replies = await Promise.all(Array.from({ length: 20 }, () => world.register(createSigner(), label)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ json }) => json.code))).toEqual(
      new Set(['name_taken']),
    )
    const alike = await Promise.all(
      ['hello-mowgli', 'he11o-mowgli', 'hell0-mowgli', 'hello-rnowgli', 'hello-movvgli'].map((one) =>
        world.register(createSigner(), one),
      ),
    )
    expect(alike.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(new Set(alike.flatMap(({ json }) => json.code ?? []))).toEqual(new Set(['name_confusable']))
  })
})

describe('threat 98: a signature about a name is used again, elsewhere, late or for something else', () => {
  test('threat 98: each message counts once, at whatever endpoint and in whatever project', async () => {
    const signer = createSigner()
    const name = `${fresh()}.${zone}`
    const body = await world.registration(signer, name, { attributes: { url: 'a' } })
    const twice = await Promise.all([1, 2, 3].map(() => world.post('', body)))
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    for (const reply of [
      await world.post('', body),
      await world.post('', body, { projectId: otherProjectId }),
      await world.post(`/${name}/attributes`, body),
      await world.post('', { ...body, coin_type: localOne }),
      // The other form of the same signature.
      await world.post('', { ...body, signature: flip(body.signature) }),
    ]) {
      expect(outcome(reply)).toEqual([409, 'name_message_used'])
    }
    const change = await world.registration(signer, name, { attributes: { url: 'b' }, timestamp: world.seconds() + 1 })
    expect((await world.post(`/${name}/attributes`, change)).json.attributes).toEqual({ url: 'b' })
    expect(outcome(await world.post(`/${name}/attributes`, change))).toEqual([409, 'name_message_used'])
    expect((await read(name)).json.attributes).toEqual({ url: 'b' })
  })

  test('threat 98: a refused change burns nothing', async () => {
    const { name } = await owner()
    const signer = createSigner()
    const taken = await world.registration(signer, name)
    expect(outcome(await world.post('', taken))).toEqual([409, 'name_taken'])
    expect(outcome(await world.post('', taken))).toEqual([409, 'name_taken'])
    const { rows } = await world.context.database.execute(
      `select count(*)::int as used from name_messages where signer = '\\x${signer.address.slice(2)}'`,
    )
    expect(rows).toEqual([{ used: 0 }])
  })

  test('threat 98: early and late', async () => {
    const signer = createSigner()
    for (const offset of [-61, 61, -86_400, world.seconds() * 999]) {
      const body = await world.registration(signer, `${fresh()}.${zone}`, { timestamp: world.seconds() + offset })
      const reply = await world.post('', body)
      expect([offset, ...outcome(reply)]).toEqual([offset, 400, 'name_message_expired'])
      if (offset > 0) expect(reply.json.reasons?.[0]?.description).toContain('clock')
    }
    for (const offset of [-60, 60]) {
      const body = await world.registration(createSigner(), `${fresh()}.${zone}`, {
        timestamp: world.seconds() + offset,
      })
      expect((await world.post('', body)).status).toBe(200)
    }
  })

  test('threat 98: a contract’s signature under another coin type', async () => {
    for (const isDeployed of [true, false]) {
      const signer = await world.smartAccount({ isDeployed })
      const body = await world.registration(signer, `${fresh()}.${zone}`, { coinType: localOne })
      expect(outcome(await world.post('', { ...body, coin_type: localTwo }))).toEqual([401, 'signature_invalid'])
      for (const coin_type of [60, 2147483649, 0x80000000 + 10]) {
        expect(outcome(await world.post('', { ...body, coin_type }))).toEqual([400, 'unsupported_chain'])
      }
      expect(outcome(await world.post('', { ...body, address: signer.owner.address }))).toEqual([
        401,
        'signature_invalid',
      ])
      expect((await world.post('', body)).status).toBe(200)
    }
  })

  test('threat 98: for another name, account, coin type or purpose', async () => {
    const { signer, name } = await owner()
    const other = await owner()
    const texts = await world.registration(signer, name, { timestamp: world.seconds() + 1 })
    expect(outcome(await world.post(`/${other.name}/attributes`, texts))).toEqual([400, 'name_message_mismatch'])
    expect(outcome(await world.post(`/${other.name}/address`, texts))).toEqual([400, 'name_message_invalid'])
    const foreign = await world.registration(signer, other.name)
    expect(outcome(await world.post(`/${other.name}/attributes`, foreign))).toEqual([403, 'name_not_owned'])
    const borrowed = { ...foreign, address: other.signer.address, coin_type: localOne }
    expect(outcome(await world.post(`/${other.name}/attributes`, borrowed))).toEqual([401, 'signature_invalid'])
    const change = await world.addressChange(signer, name, { coinType: localTwo })
    const path = `/${name}/address`
    expect(outcome(await world.post(path, { ...change, coin_type: localOne }))).toEqual([400, 'name_message_mismatch'])
    expect(outcome(await world.post(path, { ...change, address: other.signer.address }))).toEqual([
      400,
      'name_message_mismatch',
    ])
    expect(outcome(await world.post(`/${other.name}/address`, change))).toEqual([400, 'name_message_mismatch'])
    expect(outcome(await world.post(`/${name}/attributes`, change))).toEqual([400, 'name_message_invalid'])
    expect(outcome(await world.post('', change))).toEqual([400, 'name_message_invalid'])
    expect((await world.post(path, change)).status).toBe(200)
    expect(outcome(await world.post(path, change))).toEqual([409, 'name_message_used'])
  })

  test('threat 98: used messages are forgotten only when they are too old to be taken', async () => {
    const { signer } = await owner()
    const count = async () => {
      const { rows } = await world.context.database.execute(
        `select count(*)::int as used from name_messages where signer = '\\x${signer.address.slice(2)}'`,
      )
      return (rows[0] as { used: number }).used
    }
    const { deleteMessages } = await import('./nameStore.ts')
    const sweep = () => deleteMessages(world.context.database, { before: new Date(world.seconds() * 1000) })
    world.pass(600)
    await sweep()
    expect(await count()).toBe(1)
    world.pass(61)
    await sweep()
    expect(await count()).toBe(0)
  })
})

/** The other signature that the same key made of the same text, as far as any reader can tell. */
function flip(signature: Hex): Hex {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const { r, s, yParity } = parseSignature(signature)
  return `${r}${(order - BigInt(s)).toString(16).padStart(64, '0')}${yParity === 0 ? '1c' : '1b'}` as Hex
}

describe('POST /v1/profile/account/{name}/attributes', () => {
  test('default: sets texts, an empty one takes away, the others stay', async () => {
    const { signer, name } = await owner({ attributes: { url: 'a', description: 'b' } })
    world.pass(1)
    const body = await world.registration(signer, name, { attributes: { url: '', email: 'c', avatar: picture } })
    const { status, json } = await world.post(`/${name.toUpperCase()}/attributes`, body)
    expect(status).toBe(200)
    const updated_at = new Date(world.seconds() * 1000).toISOString()
    expect(json).toEqual({ name, updated_at, attributes: { description: 'b', email: 'c', avatar: picture } })
    expect((await read(name)).json).toMatchObject({ updated_at, attributes: json.attributes })
  })

  test('behavior: an owner that is a contract, on its own network alone', async () => {
    const signer = await world.smartAccount({ isDeployed: true })
    const { name } = (await world.register(signer, fresh(), { coinType: localOne })).json
    world.pass(1)
    const body = await world.registration(signer, name, { coinType: localOne, attributes: { url: 'a' } })
    for (const coin_type of [60, localTwo]) {
      expect(outcome(await world.post(`/${name}/attributes`, { ...body, coin_type }))).toEqual([403, 'name_not_owned'])
    }
    expect((await world.post(`/${name}/attributes`, body)).json.attributes).toEqual({ url: 'a' })
  })

  test('error: too many with those that are there; a name that nobody has', async () => {
    const attributes = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key${index}`, 'x']))
    const { signer, name } = await owner({ attributes })
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
    const { signer, name } = await owner()
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
        '60': { address: signer.address, created_at: expect.any(String) },
        [localTwo]: { address: signer.address, created_at },
      },
    })
  })

  test('default: another account beside the owner, with the word of both', async () => {
    const { signer, name } = await owner()
    const smart = await world.smartAccount({ isDeployed: false })
    const path = `/${name}/address`
    const alone = await world.addressChange(smart, name, { coinType: localOne })
    expect(outcome(await world.post(path, alone))).toEqual([403, 'name_not_owned'])
    const stranger = await world.addressChange(smart, name, { coinType: localOne, owner: createSigner() })
    expect(outcome(await world.post(path, stranger))).toEqual([401, 'signature_invalid'])
    const texts = await world.addressChange(smart, name, {
      coinType: localOne,
      owner: signer,
      attributes: { url: 'x' },
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
    // It stands beside the owner, and is none.
    const body = await world.registration(smart, name, { coinType: localOne })
    expect(outcome(await world.post(`/${name}/attributes`, body))).toEqual([403, 'name_not_owned'])
  })

  test('default: another address under the owner’s coin type: the name passes on', async () => {
    const { signer: before, name } = await owner({ attributes: { description: 'old' } })
    const after = createSigner()
    await world.post(`/${name}/address`, await world.addressChange(before, name, { coinType: localTwo }))
    world.pass(1)
    const path = `/${name}/address`
    const missing = await world.addressChange(after, name)
    expect(outcome(await world.post(path, missing))).toEqual([403, 'name_not_owned'])
    const unwilling = await world.addressChange({ ...after, sign: before.sign }, name, { owner: before })
    expect(outcome(await world.post(path, unwilling))).toEqual([400, 'unsupported_chain'])
    const body = await world.addressChange(after, name, { owner: before, attributes: { url: 'new' } })
    const { status, json } = await world.post(path, body)
    expect(status).toBe(200)
    expect(json).toMatchObject({ attributes: { url: 'new' }, addresses: { '60': { address: after.address } } })
    expect(Object.keys(json.addresses)).toEqual(['60'])
    expect((await world.get(`/v1/profile/reverse/${before.address}`)).json).toEqual([])
    expect((await world.get(`/v1/profile/reverse/${after.address}`)).json).toMatchObject([{ name }])
    // Nothing that the owner before signed counts any more, and another name may be had.
    expect(outcome(await world.post(path, body))).toEqual([409, 'name_message_used'])
    const late = await world.registration(before, name, { attributes: { url: 'mine' } })
    expect(outcome(await world.post(`/${name}/attributes`, late))).toEqual([403, 'name_not_owned'])
    expect((await world.register(before, fresh())).status).toBe(200)
    // Back again: the first message serves for nobody.
    world.pass(1)
    const back = await world.addressChange(before, name, { owner: after })
    expect(outcome(await world.post(path, back))).toEqual([409, 'name_limit'])
    const third = createSigner()
    expect((await world.post(path, await world.addressChange(third, name, { owner: after }))).status).toBe(200)
    expect(outcome(await world.post(path, body))).toEqual([401, 'signature_invalid'])
  })

  test('behavior: of two who get a name at once one gets it', async () => {
    const { signer, name } = await owner()
    const bodies = await Promise.all([1, 2, 3].map(() => world.addressChange(createSigner(), name, { owner: signer })))
    const replies = await Promise.all(bodies.map((body) => world.post(`/${name}/address`, body)))
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const rest = replies.filter(({ status }) => status !== 200).map(({ json }) => json.code)
    for (const code of rest) expect(['name_not_owned', 'signature_invalid']).toContain(code)
  })
})

describe('threat 99: one visitor takes many names', () => {
  test('threat 99: one account registers many names at once, and gets one', async () => {
    const signer = createSigner()
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => world.register(signer, fresh())))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ json }) => json.code === 'name_limit')).toHaveLength(4)
    // And as many are given to it: none.
    const givers = await Promise.all([1, 2, 3].map(() => owner()))
    const given = await Promise.all(
      givers.map(async ({ signer: giver, name }) =>
        world.post(`/${name}/address`, await world.addressChange(signer, name, { owner: giver })),
      ),
    )
    expect(given.map(({ json }) => json.code)).toEqual(['name_limit', 'name_limit', 'name_limit'])
  })

  test('threat 99: limits by network address: by the hour, by the day, and not for what was refused', async () => {
    const strict = await startNameWorld({
      names: { limits: { registrationsPerHour: 3, registrationsPerDay: 5, changesPerHour: 2 } },
      devnet: world.devnet,
      connection: world.context.connection,
    })
    try {
      // The beginning of a day, far from its end.
      strict.pass(86_400 - (strict.seconds() % 86_400))
      const register = (label = fresh(), ip = '203.0.113.7') => strict.register(createSigner(), label, { ip })
      const taken = fresh()
      expect((await register(taken)).status).toBe(200)
      for (let refused = 0; refused < 4; refused++) expect(outcome(await register(taken))).toEqual([409, 'name_taken'])
      const many = await Promise.all([1, 2, 3, 4, 5].map(() => register()))
      expect(many.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429])
      strict.pass(1_000)
      const refused = await register()
      expect(outcome(refused)).toEqual([429, 'rate_limited'])
      expect(refused.headers.get('retry-after')).toBe('2600')
      expect((await register(fresh(), '203.0.113.8')).status).toBe(200)
      strict.pass(2_600)
      expect([(await register()).status, (await register()).status, (await register()).status]).toEqual([200, 200, 429])
      expect((await register()).headers.get('retry-after')).toBe(String(86_400 - 3_600))

      const signer = createSigner()
      const { json } = await strict.register(signer, fresh(), { ip: '203.0.113.9' })
      const change = async (url: string) =>
        strict.post(`/${json.name}/attributes`, await strict.registration(signer, json.name, { attributes: { url } }), {
          ip: '203.0.113.9',
        })
      expect([(await change('1')).status, (await change('2')).status, (await change('3')).status]).toEqual([
        200, 200, 429,
      ])
      expect((await strict.get(`/v1/profile/account/${json.name}`)).json.attributes).toEqual({ url: '2' })
      // Chains are asked only so often for one who shows nothing but wrong signatures.
      const guess = async () => {
        const body = await strict.registration({ ...createSigner(), sign: signer.sign }, `${fresh()}.${zone}`, {
          coinType: localOne,
        })
        return (await strict.post('', body, { ip: '203.0.113.10' })).status
      }
      const guesses: number[] = []
      for (let made = 0; made < 9; made++) guesses.push(await guess())
      expect(guesses).toEqual([...Array(7).fill(401), 429, 429])
    } finally {
      await strict.stop()
    }
  })
})

test('behavior: what becomes of a name is told to who follows it, and to whoever remembers its addresses', async () => {
  const signer = createSigner()
  const name = `${fresh()}.${zone}`
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
  expect(await identity(signer.address)).toEqual([null, 'no-cache'])
  const registered = await world.post('', await world.registration(signer, name))
  await until(() => seen.length === 1)
  expect(seen).toEqual([{ kind: 'name', topic: `name:${name}`, name: registered.json }])
  expect(await identity(signer.address)).toEqual([name, 'no-cache'])
  const after = createSigner()
  expect(await identity(after.address)).toEqual([null, 'no-cache'])
  await world.post(
    `/${name}/address`,
    await world.addressChange(after, name, { owner: signer, attributes: { avatar: picture } }),
  )
  await until(() => seen.length === 2)
  expect([await identity(signer.address), await identity(after.address)]).toEqual([
    [null, 'no-cache'],
    [name, 'no-cache'],
  ])
  stop()
  // A name in ENS comes first, and is remembered as before.
  const [ada] = world.devnet.accounts
  expect(await identity(ada?.address ?? '')).toEqual(['ada.eth', 'public, max-age=300'])
})

test('error: a server without names', async () => {
  const { createTestContext } = await import('../../testing/createTestContext.ts')
  const { createTestApp } = await import('../../testing/createTestApp.ts')
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
