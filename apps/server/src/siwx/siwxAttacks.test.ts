import { concat, encodeAbiParameters } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractCodes } from '../signatures/testing/contractCodes.ts'
import { startAnvil, type TestAnvil } from '../testing/startAnvil.ts'
import { createSigner, createTestSiwx, otherOrigin, siteOrigin, type TestSiwx } from './testing/createTestSiwx.ts'

let world: TestSiwx
let anvil: TestAnvil
beforeAll(async () => {
  anvil = await startAnvil()
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  world = await createTestSiwx({
    config: {
      chains: [
        { chainId: 'eip155:31337', name: 'One', nativeCurrency, upstreams: [{ url: anvil.url }] },
        { chainId: 'eip155:31338', name: 'Away', nativeCurrency, upstreams: [{ url: 'http://127.0.0.1:9' }] },
      ],
    },
  })
})
afterAll(async () => {
  await world?.stop()
  await anvil?.stop()
})

const at = (seconds: number) => new Date(world.clock.now() + seconds * 1_000).toISOString()

describe('attacks of the issue, each refused with its code', () => {
  test('error: threat 109: replay, by the same browser and by a thief of all its data', async () => {
    const ada = createSigner()
    const browser = world.browser()
    const signed = await browser.message(ada)
    const sent = { ...signed, signature: await ada.signMessage(signed) }
    expect((await browser.verify(sent)).status).toBe(200)
    for (const one of [browser, browser.tab(), world.browser({ cookies: new Map(browser.cookies) })]) {
      expect(await one.verify(sent)).toMatchObject({ status: 401, code: 'siwx_nonce_used' })
    }
    await browser.post('/v1/siwx/revoke', {})
    expect(await browser.verify(sent)).toMatchObject({ code: 'siwx_nonce_used' })
    // The other form of the same signature (s and n − s) counts as the same message.
    const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const { signature } = sent
    const s = (n - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const other = `${signature.slice(0, 66)}${s}${signature.endsWith('1b') ? '1c' : '1b'}`
    expect(await browser.verify({ ...signed, signature: other })).toMatchObject({ code: 'siwx_nonce_used' })
  })

  test.each([
    ['other domain', { domain: 'evil.example' }, 'siwx_domain_wrong'],
    ['look-alike domain', { domain: 'app-example.com' }, 'siwx_domain_wrong'],
    ['look-alike domain in punycode', { domain: 'xn--pp-6ka.example.com' }, 'siwx_domain_wrong'],
    ['the domain of another site of the project', { domain: 'shop.example.com' }, 'siwx_domain_wrong'],
    ['other URI', { uri: 'https://evil.example/login' }, 'siwx_uri_wrong'],
    ['newline injection', { statement: 'Hi\nNonce: 12345678' }, 'siwx_message_invalid'],
    ['a recap that nothing says', { resources: ['urn:recap:eyJhdHQiOnt9fQ'] }, 'siwx_resources_refused'],
    ['wrong chain', { chainId: 'eip155:1' as const }, 'unsupported_chain'],
  ])('error: threat 110: %s', async (_, change, code) => {
    const browser = world.browser()
    expect(await browser.signIn(createSigner(), change)).toMatchObject({ code })
    expect(await browser.who()).toEqual([])
  })

  test.each([
    ['expired', () => ({ issuedAt: at(-60), expirationTime: at(-1) }), 'siwx_message_expired'],
    ['not yet valid', () => ({ notBefore: at(61) }), 'siwx_message_not_yet_valid'],
    ['a clock that is ahead', () => ({ issuedAt: at(61) }), 'siwx_issued_at_wrong'],
    ['a clock that is behind', () => ({ issuedAt: at(-361) }), 'siwx_issued_at_wrong'],
  ])('error: threat 112: %s', async (_, change, code) => {
    expect(await world.browser().signIn(createSigner(), change())).toMatchObject({ status: 401, code })
  })

  test('error: threat 112: a nonce that is six minutes old', async () => {
    const ada = createSigner()
    const browser = world.browser()
    const signed = await browser.message(ada)
    world.clock.pass(300_000)
    const answer = await browser.verify({ ...signed, signature: await ada.signMessage(signed) })
    expect(answer).toMatchObject({ status: 401, code: 'siwx_nonce_expired' })
  })

  test('error: threat 111: a nonce in the statement, in a message signed for another purpose', async () => {
    const browser = world.browser()
    const { nonce } = await browser.nonce()
    for (const statement of [`Nonce: ${nonce}`, `Sign in with ${nonce}`]) {
      const answer = await browser.signIn(createSigner(), { statement, nonce: 'abcdefgh12345678' })
      expect(answer).toMatchObject({ status: 401, code: 'siwx_nonce_invalid' })
    }
  })

  test('error: threat 113: another account, another network, a changed text', async () => {
    const [ada, ben] = [createSigner(), createSigner()]
    const browser = world.browser()
    const signed = await browser.message(ada)
    const sent = { ...signed, signature: await ada.signMessage(signed) }
    const verify = async (change: { message?: string; signature?: string; address?: string }) =>
      (await browser.verify({ ...sent, ...change })).code
    expect(await verify({ address: ben.accountId() })).toBe('siwx_address_wrong')
    expect(await verify({ address: ada.accountId(31338) })).toBe('siwx_chain_wrong')
    expect(await verify({ message: sent.message.replace('Welcome.', 'Welcome') })).toBe('signature_invalid')
    expect(await verify({ signature: await ben.signMessage(signed) })).toBe('signature_invalid')
    const elsewhere = sent.message.replace('Chain ID: 31337', 'Chain ID: 31338')
    expect(await verify({ message: elsewhere, address: ada.accountId(31338) })).toBe('upstream_unavailable')
    // Remove two bytes: with one byte less, half of all signatures are in the short form (ERC-2098).
    for (const signature of ['0x', 'x', `0x${'00'.repeat(65)}`, sent.signature.slice(0, -4), `${sent.signature}00`]) {
      expect([signature, await verify({ signature })]).toEqual([signature, 'signature_invalid'])
    }
    expect(await verify({})).toBeUndefined()
  })

  test('error: threat 113: a contract’s signature counts only on its chain, and not if wrapped twice', async () => {
    const address = '0x00000000000000000000000000000000c0de0001' as const
    await anvil.request('anvil_setCode', [address, contractCodes.yes])
    const contract = { address, signMessage: async () => `0x${'11'.repeat(65)}` }
    const browser = world.browser()
    expect(await browser.signIn(contract)).toMatchObject({ status: 200, body: { proof: 'contract' } })
    expect(await browser.signIn(contract, { chainId: 'eip155:31338' })).toMatchObject({ code: 'upstream_unavailable' })
    const no = '0x00000000000000000000000000000000c0de0002'
    await anvil.request('anvil_setCode', [no, contractCodes['another word']])
    expect(await browser.signIn({ ...contract, address: no })).toMatchObject({ status: 401, code: 'signature_invalid' })
    // The contract accepts everything, but a signature wrapped twice (ERC-6492) is still refused.
    const wrap = (signature: `0x${string}`) =>
      concat([
        encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }], [address, '0x', signature]),
        `0x${'6492'.repeat(16)}`,
      ])
    const twice = { address, signMessage: async () => wrap(wrap(`0x${'11'.repeat(65)}`)) }
    expect(await browser.signIn(twice)).toMatchObject({ status: 401, code: 'signature_invalid' })
    // On another network the address can belong to another account, so data is stored for this network only.
    const { body } = await browser.get('/v1/siwx/sessions')
    expect(body.sessions).toMatchObject([{ address, chainId: 'eip155:31337', proof: 'contract' }])
  })

  test('error: threat 114: the nonce of another browser, so that an attacker cannot sign a visitor in as the attacker', async () => {
    const mallory = createSigner()
    const [attacker, victim] = [world.browser(), world.browser()]
    const signed = await attacker.message(mallory)
    const sent = { ...signed, signature: await mallory.signMessage(signed) }
    await victim.nonce()
    expect(await victim.verify(sent)).toMatchObject({ status: 401, code: 'siwx_nonce_invalid' })
    expect(await victim.who()).toEqual([])
    // A thief of a visitor's signed message cannot sign in either.
    expect(await world.browser().verify(sent)).toMatchObject({ code: 'siwx_cookie_missing' })
  })

  test('error: threat 116: an ended sign-in, with all its cookies', async () => {
    const browser = world.browser()
    await browser.signIn(createSigner())
    await browser.who()
    const copy = world.browser({ cookies: new Map(browser.cookies) })
    expect(await copy.who()).toHaveLength(1)
    await browser.post('/v1/siwx/revoke', {})
    expect(await copy.who()).toEqual([])
    expect(await copy.post('/v1/siwx/token', {})).toMatchObject({ status: 401, code: 'siwx_session_required' })
    expect(await copy.get('/v1/me/settings')).toMatchObject({ status: 401, code: 'siwx_session_required' })
  })
})

describe('requests of another page, with the cookie', () => {
  const origins = [
    ['another site', 'https://evil.example'],
    ['a sandboxed frame, or a file', 'null'],
    ['another origin of the same site, which cookies go along with', 'https://evil.app.example.com'],
    ['the site without encryption', 'http://app.example.com'],
    ['an empty one', ''],
  ] as const
  const kinds = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']

  test.each(origins)('error: threat 117: %s reads nothing and changes nothing', async (_, origin) => {
    const ada = createSigner()
    const browser = world.browser()
    await browser.signIn(ada)
    const signed = await browser.message(ada)
    const sent = { ...signed, signature: await ada.signMessage(signed) }
    const cookies = new Map(browser.cookies)
    const evil = browser.tab({ origin })
    const answers = [
      await evil.get('/v1/siwx/sessions'),
      await evil.get('/v1/siwx/nonce'),
      await evil.get('/v1/siwx/devices'),
      await evil.get('/v1/me/addresses'),
      await evil.get('/v1/operator/overview'),
    ]
    for (const kind of kinds) {
      const headers = { 'content-type': kind }
      answers.push(await evil.post('/v1/siwx/revoke', {}, headers))
      answers.push(await evil.post('/v1/siwx/verify', sent, headers))
      answers.push(await evil.post('/v1/siwx/token', {}, headers))
      answers.push(await evil.post('/v1/siwx/devices/revoke', { id: 'x' }, headers))
    }
    for (const { status, body } of answers) {
      expect([403, 415]).toContain(status)
      expect(JSON.stringify(body)).not.toContain(ada.address)
    }
    expect(browser.cookies).toEqual(cookies)
    expect(await browser.who()).toEqual([ada.address])
  })

  test('error: threat 117: another origin of the project, with a form', async () => {
    const ada = createSigner()
    const browser = world.browser()
    await browser.signIn(ada)
    const shop = browser.tab({ origin: otherOrigin })
    for (const kind of kinds) await shop.post('/v1/siwx/revoke', {}, { 'content-type': kind })
    expect(await browser.who()).toEqual([ada.address])
    // A message for the first site is not valid there.
    const signed = await browser.message(ada)
    const answer = await shop.verify({ ...signed, signature: await ada.signMessage(signed) })
    expect(answer).toMatchObject({ status: 401, code: 'siwx_domain_wrong' })
  })
})

test('behavior: limits of one IP address, which do not affect others', async () => {
  world.clock.set(Math.ceil(world.clock.now() / 3_600_000) * 3_600_000)
  const [ip, other] = ['10.9.0.1', '10.9.0.2']
  const browser = world.browser({ ip })
  for (let count = 0; count < 120; count++) await browser.nonce()
  const refused = await browser.get('/v1/siwx/nonce')
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(refused.headers.get('retry-after')).toBe('60')
  await world.browser({ ip: other }).nonce()
  world.clock.pass(60_000)

  // The limit of thirty chain calls per minute does not affect signatures by a key.
  const stranger = createSigner()
  const wrong = { address: stranger.address, signMessage: async () => `0x${'11'.repeat(65)}` }
  for (let count = 0; count < 30; count++) {
    expect(await browser.signIn(wrong)).toMatchObject({ code: 'signature_invalid' })
  }
  expect(await browser.signIn(wrong)).toMatchObject({ status: 429, code: 'rate_limited' })
  expect((await browser.signIn(stranger)).status).toBe(200)
  // 32 signatures were checked.
  for (let count = 0; count < 28; count++) expect((await browser.signIn(stranger)).status).toBe(200)
  expect(await browser.signIn(stranger)).toMatchObject({ status: 429, code: 'rate_limited' })
  expect((await world.browser({ ip: other }).signIn(stranger)).status).toBe(200)
  // Messages refused before the signature check do not count.
  world.clock.pass(60_000)
  for (let count = 0; count < 70; count++) {
    expect(await browser.signIn(stranger, { domain: 'evil.example' })).toMatchObject({ code: 'siwx_domain_wrong' })
  }
  expect((await browser.signIn(stranger)).status).toBe(200)
})

test('behavior: cookies on plain http, for localhost', async () => {
  const local = await createTestSiwx({ config: { http: { publicUrl: 'http://localhost:7101' } } })
  try {
    const browser = local.browser()
    await browser.signIn(createSigner())
    expect([...browser.cookies.keys()].sort()).toEqual([
      'latchkey-siwx-0123456789abcdef0123456789abcdef-69baddde4d5828ba',
      'latchkey-siwx-browser',
    ])
    for (const line of browser.written.values()) {
      expect(line).toMatch(/^[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/)
    }
    expect(await browser.who()).toHaveLength(1)
  } finally {
    await local.stop()
  }
})

test('behavior: refusals are readable for the site, with its cookies', async () => {
  const answer = await world.browser().get('/v1/siwx/devices')
  expect(answer.status).toBe(401)
  expect(answer.headers.get('access-control-allow-origin')).toBe(siteOrigin)
  expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})
