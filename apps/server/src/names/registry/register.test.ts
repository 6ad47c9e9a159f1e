import { smartAccountContracts } from '@latchkey/smart-account'
import { concat, type Hex, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { describe, expect, test } from 'vitest'
import { testProjectId } from '../../testing/testProjectId.ts'
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

describe('POST /v1/profile/account', () => {
  test('default: an account registers a name, which is then public', async () => {
    const { signer, name, reply } = await world.owner({
      attributes: { avatar: picture, 'com.example': '', description: 'Paints' },
    })
    const at = new Date(world.seconds() * 1000).toISOString()
    expect(reply.json).toEqual({
      name,
      registered_at: at,
      updated_at: at,
      attributes: { avatar: picture, description: 'Paints' },
      addresses: { '60': { address: signer.address, created_at: at, everywhere: true } },
    })
    for (const typed of [name, name.toUpperCase()]) {
      const { json, headers } = await world.read(typed)
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
    expect(outcome(await world.read(`nobody-here.${zone}`))).toEqual([404, 'name_not_found'])
    expect((await world.read(`nobody-here.${zone}?apiVersion=2`)).json).toEqual([])
  })

  test('default: contract accounts, deployed or not yet (ERC-1271, ERC-6492), count only on their own network', async () => {
    for (const isDeployed of [true, false]) {
      const signer = await world.smartAccount({ isDeployed })
      const label = freshLabel()
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

  test('behavior: an EOA is the same on all networks of its family, and on no others', async () => {
    const { signer, name } = await world.owner({ coinType: localTwo })
    const { addressOf, primaryOf } = world.registry
    for (const coinType of [localTwo, 60, localOne, 0x80000000 + 10, 0x80000000]) {
      expect(await addressOf({ name, coinType })).toBe(signer.address)
      expect(await primaryOf({ address: signer.address, coinType })).toMatchObject({ name })
    }
    for (const coinType of [0, 501, 2 ** 32]) expect(await addressOf({ name, coinType })).toBeUndefined()
    expect(await addressOf({ name: `nobody-here.${zone}`, coinType: 60 })).toBeUndefined()
    expect(await addressOf({ name: 'ada.eth', coinType: 60 })).toBeUndefined()
  })

  test('behavior: an account with its own choice of code (EIP-7702) signs with its key', async () => {
    const signer = createSigner()
    await world.node('anvil_setCode', [signer.address, concat(['0xef0100', smartAccountContracts.implementation])])
    const { json } = await world.register(signer, freshLabel(), { coinType: localOne })
    expect(await world.registry.addressOf({ name: json.name, coinType: 60 })).toBe(signer.address)
  })

  test('behavior: signatures in the formats of wallets', async () => {
    const forms: ((signature: Hex) => Hex)[] = [
      (signature) => `${signature.slice(0, -2) as Hex}${signature.endsWith('1b') ? '00' : '01'}`,
      (signature) => serializeCompactSignature(signatureToCompactSignature(parseSignature(signature))),
      (signature) => signature.toUpperCase().replace('0X', '0x') as Hex,
    ]
    for (const form of forms) {
      const signer = createSigner()
      const sign: Signer['sign'] = async (message) => form(await signer.sign(message))
      expect((await world.register({ ...signer, sign }, freshLabel())).status).toBe(200)
    }
  })

  test.each([
    ['2147483649 is 60', 2147483649, '60'],
    ['an L2', localTwo, String(localTwo)],
    ['a network that is not served here', 0x80000000 + 10, '2147483658'],
  ])('behavior: coin types: %s', async (_, coinType, key) => {
    const { reply } = await world.owner({ coinType })
    expect(Object.keys(reply.json.addresses)).toEqual([key])
  })

  test.each([
    ...[0x80000000, 501, 0, 61, -2147483638, 60.5].map((coinType) => [coinType, 'coin_type_invalid'] as const),
    ...[2 ** 32, 2 ** 32 + 60, 1e300].map((coinType) => [coinType, 'invalid_chain_id'] as const),
  ])('error: coin type %s: %s', async (coinType, code) => {
    const reply = await world.register(createSigner(), freshLabel(), { coinType })
    expect(outcome(reply)).toEqual([400, code])
    if (code === 'invalid_chain_id') expect(reply.json.reasons?.[0]?.description).toBe('Invalid chainId')
  })

  test('error: addresses with a wrong checksum', async () => {
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
      `eip155:1:${address.toLowerCase()}`,
      'alice.eth',
    ]) {
      const body = { ...(await world.registration(signer, `${freshLabel()}.${zone}`)), address: written }
      expect([written, ...outcome(await world.post('', body))]).toEqual([written, 400, 'malformed_address'])
    }
  })

  test('error: messages that are not about a name', async () => {
    const signer = createSigner()
    const name = `${freshLabel()}.${zone}`
    const timestamp = world.seconds()
    const good = { name, attributes: {}, timestamp }
    const texts = [
      'Hello',
      // In another notation than wallets recognize.
      JSON.stringify(good, null, 2),
      ` ${JSON.stringify(good)}`,
      JSON.stringify({ timestamp, attributes: {}, name }),
      JSON.stringify(good).replace('"name"', '"\\u006eame"'),
      JSON.stringify(good).replace(String(timestamp), `${timestamp}.0`),
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
  })

  test('error: texts that are not allowed', async () => {
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
      // Types that are not allowed, and a picture that fills the viewer's memory.
      { avatar: `data:image/png;base64,${'iVBO'.repeat(8)}` },
      { avatar: picture.replace('UgAAAAEAAAAB', 'UgAA//8AAAAB') },
      ...['a\u200bb', 'a\u200db', '👩\u200dx', '\u00ad', '\ufeffx', '\u{e0041}', '\u3164'].map((description) => ({
        description,
      })),
      ...[
        'javascript:alert(1)',
        'ftp://a.example',
        'a.example',
        'https://',
        'https://me:secret@a.example',
        '//a.example',
      ].map((url) => ({ url })),
    ]
    const signer = createSigner()
    for (const attributes of bad) {
      const reply = await world.register(signer, freshLabel(), { attributes: attributes as Record<string, string> })
      expect([attributes, ...outcome(reply)]).toEqual([attributes, 400, 'name_attributes_invalid'])
    }
    const good = {
      description: '👩‍🎨 🧑🏽‍⚕️ ❤️‍🔥 मैं, שלום',
      url: 'https://alice.example/me',
      'com.example_a-b': 'x'.repeat(2_000),
      constructor: 'x',
      '1': 'one',
    }
    expect((await world.register(signer, freshLabel(), { attributes: good })).json.attributes).toEqual(good)
  })

  test('error: names outside this zone', async () => {
    const signer = createSigner()
    const label = freshLabel()
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
    const { signer, name } = await world.owner()
    expect(outcome(await world.register(signer, freshLabel()))).toEqual([409, 'name_limit'])
    const second = await world.register(signer, freshLabel(), { projectId: otherProjectId })
    expect(second.status).toBe(200)
    // Oldest first, and by text within the same moment.
    const [first, last] = [name, second.json.name].sort()
    expect((await world.get(`/v1/profile/reverse/${signer.address}`)).json).toMatchObject([
      { name: first },
      { name: last },
    ])
  })

  test('spec 7.19: the project is optional, and omitting it gains no extra name', async () => {
    const { signer } = await world.owner()
    const post = async (person: typeof signer) =>
      world.post('', await world.registration(person, `${freshLabel()}.${zone}`), { projectId: undefined })
    expect(outcome(await post(signer))).toEqual([409, 'name_limit'])
    const other = createSigner()
    const first = await post({ ...other, address: other.address })
    expect(first.status).toBe(200)
    for (const projectId of [testProjectId, otherProjectId])
      expect(outcome(await world.register(other, freshLabel(), { projectId }))).toEqual([409, 'name_limit'])
    // A named project is still checked.
    const body = await world.registration(createSigner(), `${freshLabel()}.${zone}`)
    expect(outcome(await world.post('', body, { projectId: 'f'.repeat(32) }))).toEqual([401, 'project_unknown'])
    // In CAIP-10 the account is the same.
    const named = createSigner()
    const text = {
      ...(await world.registration(named, `${freshLabel()}.${zone}`)),
      address: `eip155:1:${named.address}`,
    }
    const reply = await world.post('', text, { projectId: undefined })
    expect([reply.status, reply.json.addresses?.['60']?.address]).toEqual([200, named.address])
    const reverse = await world.get(
      `/v1/profile/reverse/eip155:31337:${named.address.toUpperCase().replace('0X', '0x')}`,
    )
    expect(reverse.json).toMatchObject([{ name: reply.json.name }])
  })

  test('error: a signature of another account, and of a contract on an unreachable chain', async () => {
    const signer = createSigner()
    const { sign } = createSigner()
    const register = (coinType: number) => world.register({ ...signer, sign }, freshLabel(), { coinType })
    expect(outcome(await register(localOne))).toEqual([401, 'signature_invalid'])
    expect(outcome(await register(60))).toEqual([401, 'signature_invalid'])
    expect(outcome(await register(0x80000000 + 10))).toEqual([400, 'unsupported_chain'])
    await world.devnet.stopChain({ id: 31338 })
    try {
      expect(outcome(await register(localTwo))).toEqual([503, 'upstream_unavailable'])
    } finally {
      await world.devnet.startChain({ id: 31338 })
    }
  })
})
