import { generateKeyPairSync, sign } from 'node:crypto'
import { addressOfKey, signMessage as signBitcoinMessage, toBase64 } from '@latchkey/bitcoin'
import { encodeBase58 } from '@latchkey/protocol'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sql } from 'drizzle-orm'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestBrowser } from './testing/createTestBrowser.ts'
import { createSigner, createTestSiwx, otherOrigin, siteOrigin, type TestSiwx } from './testing/createTestSiwx.ts'

const solanaChain = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const bitcoinChain = 'bip122:000000000019d6689c085ae165831e93'
const ether = {
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [{ url: 'http://127.0.0.1:9' }],
}

let world: TestSiwx
beforeAll(async () => {
  world = await createTestSiwx({
    config: {
      chains: [
        { chainId: 'eip155:31337', name: 'One', ...ether },
        { chainId: 'eip155:31338', name: 'Two', ...ether },
        {
          ...{ chainId: solanaChain, name: 'Solana', upstreams: [{ url: 'http://127.0.0.1:9' }] },
          nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        },
        {
          ...{ chainId: bitcoinChain, name: 'Bitcoin', upstreams: [{ url: 'http://127.0.0.1:9' }] },
          nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
        },
      ],
    },
  })
})
afterAll(() => world?.stop())

const cookieName = '__Host-latchkey-siwx-0123456789abcdef0123456789abcdef-69baddde4d5828ba'
const browserCookie = '__Host-latchkey-siwx-browser'
const sessionsOf = async (browser: TestBrowser) =>
  (await browser.get('/v1/siwx/sessions')).body.sessions as Record<string, string>[]

describe('a nonce', () => {
  test('default', async () => {
    const browser = world.browser()
    const { nonce, issuedAt, expiresAt } = await browser.nonce()
    expect(nonce).toMatch(/^[A-Za-z0-9]{49}$/)
    expect(Date.parse(issuedAt)).toBe(world.clock.now())
    expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(300_000)
    const written =
      /^__Host-latchkey-siwx-browser=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict; Max-Age=600$/
    expect(browser.written.get(browserCookie)).toMatch(written)
  })

  test('behavior: another tab gets another one, in the same browser, and nothing is stored', async () => {
    const browser = world.browser()
    const first = await browser.nonce()
    const cookie = browser.cookies.get(browserCookie)
    const second = await browser.tab().nonce()
    expect(second.nonce).not.toBe(first.nonce)
    expect(browser.cookies.get(browserCookie)).toBe(cookie)
    expect(await world.context.database.$count(sql`siwx_used_nonces`)).toBe(0)
  })

  test('error: a cookie in another format is not adopted', async () => {
    const browser = world.browser()
    browser.cookies.set(browserCookie, 'short')
    await browser.nonce()
    expect(browser.cookies.get(browserCookie)).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })
})

describe('signing in', () => {
  test('default', async () => {
    const ada = createSigner()
    const browser = world.browser()
    expect(await browser.who()).toEqual([])
    const signed = await browser.message(ada)
    const signature = await ada.signMessage(signed)
    const answer = await browser.verify({ ...signed, signature })
    const expiresAt = new Date(world.clock.now() + 168 * 3_600_000).toISOString()
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({ address: ada.address, chainId: 'eip155:31337', proof: 'key', expiresAt })
    const written = new RegExp(
      `^${cookieName}=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=604800$`,
    )
    expect(browser.written.get(cookieName)).toMatch(written)
    expect(await sessionsOf(browser)).toEqual([
      {
        ...{ address: ada.address, chainId: 'eip155:31337', proof: 'key', expiresAt },
        ...{ issuedAt: new Date(world.clock.now()).toISOString(), message: signed.message, signature },
      },
    ])
    // Other browsers see no accounts.
    expect(await world.browser().who()).toEqual([])
  })

  test('behavior: the sign-in ends at the time in the message', async () => {
    const browser = world.browser()
    const expirationTime = new Date(world.clock.now() + 3_600_000).toISOString()
    expect((await browser.signIn(createSigner(), { expirationTime })).body.expiresAt).toBe(expirationTime)
    expect(browser.written.get(cookieName)).toContain('Max-Age=3600')
    world.clock.pass(3_599_999)
    expect(await browser.who()).toHaveLength(1)
    world.clock.pass(1)
    expect(await browser.who()).toEqual([])
  })

  test('behavior: Solana and Bitcoin accounts in parallel', async () => {
    const browser = world.browser()
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const solana = {
      address: encodeBase58(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))),
      signMessage: async ({ message }: { message: string }) =>
        encodeBase58(new Uint8Array(sign(null, Buffer.from(message), privateKey))),
    }
    expect((await browser.signIn(solana, { chainId: solanaChain })).body).toMatchObject({ proof: 'key' })
    const key = new Uint8Array(Buffer.from(generatePrivateKey().slice(2), 'hex'))
    const bitcoin = createBitcoinSigner(key)
    expect((await browser.signIn(bitcoin, { chainId: bitcoinChain })).body).toMatchObject({ chainId: bitcoinChain })
    const ada = createSigner()
    await browser.signIn(ada)
    expect(new Set(await browser.who())).toEqual(new Set([ada.address, bitcoin.address, solana.address]))
    expect(await browser.signIn({ ...solana, signMessage: ada.signMessage }, { chainId: solanaChain })).toMatchObject({
      ...{ status: 401, code: 'signature_invalid' },
    })
  })

  test('behavior: one-click: one nonce for several networks, and for one address', async () => {
    const [ada, ben] = [createSigner(), createSigner()]
    const browser = world.browser()
    const { nonce } = await browser.nonce()
    expect((await browser.signIn(ada, { nonce })).status).toBe(200)
    expect((await browser.signIn(ada, { nonce, chainId: 'eip155:31338' })).status).toBe(200)
    expect(await browser.signIn(ada, { nonce, chainId: 'eip155:31338' })).toMatchObject({ code: 'siwx_nonce_used' })
    expect((await sessionsOf(browser)).map(({ chainId }) => chainId).sort()).toEqual(['eip155:31337', 'eip155:31338'])
    const other = await browser.nonce()
    expect((await browser.signIn(ada, { nonce: other.nonce })).status).toBe(200)
    expect(await browser.signIn(ben, { nonce: other.nonce, chainId: 'eip155:31338' })).toMatchObject({
      code: 'siwx_nonce_used',
    })
  })

  test('behavior: a repeated sign-in is the same account, in any letter case', async () => {
    const ada = createSigner()
    const browser = world.browser()
    await browser.signIn(ada)
    world.clock.pass(1_000)
    await browser.signIn(ada, { accountAddress: ada.address.toLowerCase() })
    expect(await browser.who()).toEqual([ada.address.toLowerCase()])
  })

  test('behavior: several accounts, the latest first; beyond twenty the oldest is removed', async () => {
    const browser = world.browser()
    const signers = Array.from({ length: 21 }, createSigner)
    for (const signer of signers) {
      expect((await browser.signIn(signer)).status).toBe(200)
      world.clock.pass(1_000)
    }
    expect(await browser.who()).toEqual(
      signers
        .slice(1)
        .reverse()
        .map(({ address }) => address),
    )
  })

  test('error: without the nonce’s cookie, with the next step', async () => {
    const ada = createSigner()
    const browser = world.browser()
    const signed = await browser.message(ada)
    browser.cookies.clear()
    const answer = await browser.verify({ ...signed, signature: await ada.signMessage(signed) })
    expect(answer).toMatchObject({ status: 401, code: 'siwx_cookie_missing' })
    expect(JSON.stringify(answer.body)).toContain('Page and server must be on one site')
  })

  test('error: if a chain is unreachable, the signature stays undecided, and the nonce unused', async () => {
    const [ada, ben] = [createSigner(), createSigner()]
    const browser = world.browser()
    const signed = await browser.message(ada)
    const wrong = await browser.verify({ ...signed, signature: await ben.signMessage(signed) })
    expect(wrong).toMatchObject({ status: 503, code: 'upstream_unavailable' })
    expect((await browser.verify({ ...signed, signature: await ada.signMessage(signed) })).status).toBe(200)
  })
})

describe('signing out', () => {
  const signedIn = async () => {
    const browser = world.browser()
    const [ada, ben] = [createSigner(), createSigner()]
    await browser.signIn(ada)
    world.clock.pass(1_000)
    await browser.signIn(ada, { chainId: 'eip155:31338' })
    world.clock.pass(1_000)
    await browser.signIn(ben)
    world.clock.pass(1_000)
    const where = async () =>
      (await sessionsOf(browser)).map(
        ({ address, chainId }) => `${address === ada.address ? 'ada' : 'ben'} ${chainId?.at(-1)}`,
      )
    const revoke = async (body: object) => {
      expect(await browser.post('/v1/siwx/revoke', body)).toMatchObject({ status: 200, body: {} })
      return where()
    }
    return { browser, ada, ben, revoke }
  }

  test('default: an account on one network, on all networks, all accounts', async () => {
    const { browser, ada, ben, revoke } = await signedIn()
    expect(await revoke({ address: ada.address.toLowerCase(), chainId: 'eip155:31338' })).toEqual(['ben 7', 'ada 7'])
    expect(await revoke({ address: ada.address })).toEqual(['ben 7'])
    // Without signed-in accounts it is no error.
    expect(await revoke({ address: ada.address })).toEqual(['ben 7'])
    expect(await revoke({ address: 'x', chainId: 'eip155:31337' })).toEqual(['ben 7'])
    expect(await revoke({ address: `eip155:31337:${ben.address}` })).toEqual([])
    expect(browser.cookies.has(cookieName)).toBe(false)
    expect(await revoke({})).toEqual([])
  })

  test('behavior: all accounts, and all accounts on one network', async () => {
    const first = await signedIn()
    expect(await first.revoke({ chainId: 'eip155:31337' })).toEqual(['ada 8'])
    const second = await signedIn()
    expect(await second.revoke({})).toEqual([])
    expect(second.browser.written.get(cookieName)).toBe(
      `${cookieName}=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0`,
    )
  })

  test('behavior: the account is gone at once for every token, and its message is deleted', async () => {
    const { browser, ada, ben } = await signedIn()
    const before = new Map(browser.cookies)
    await browser.post('/v1/siwx/revoke', { address: ben.address })
    expect(browser.cookies.get(cookieName)).not.toBe(before.get(cookieName))
    const late = browser.tab()
    late.cookies.clear()
    for (const [name, value] of before) late.cookies.set(name, value)
    expect(new Set(await late.who())).toEqual(new Set([ada.address]))
    const stored = await world.context.database.execute(
      sql`select 1 from siwx_accounts where account ilike ${`%${ben.address}`}`,
    )
    expect(stored.rowCount).toBe(0)
  })
})

describe('lookup', () => {
  test('behavior: `require` finds accounts by CAIP-10 or address, on the network or by the key on any network of its family', async () => {
    const { siwx } = world
    if (!siwx) throw new Error('nobody can sign in')
    const browser = world.browser()
    const [ada, ben] = [createSigner(), createSigner()]
    await browser.signIn(ada)
    world.clock.pass(1_000)
    await browser.signIn(ben)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const [project] = world.context.config.projects
    if (!project) throw new Error('no project')
    const call = {
      project,
      origin: siteOrigin,
      readHeader: (name: string) => (name === 'cookie' ? cookie : undefined),
      header: () => {},
    }
    const who = (account?: string) =>
      siwx.service.require(call, account).then(
        ({ address }) => address,
        ({ code }) => code,
      )
    expect(await who()).toBe(ben.address)
    expect(await who(ada.address.toLowerCase())).toBe(ada.address)
    expect(await who(ada.accountId())).toBe(ada.address)
    expect(await who(ada.accountId(8453))).toBe(ada.address)
    for (const strange of [
      createSigner().address,
      createSigner().accountId(),
      'x',
      '',
      'eip155:31337',
      `solana:1:${ada.address}`,
    ]) {
      expect([strange, await who(strange)]).toEqual([strange, 'siwx_session_required'])
    }
    expect(await siwx.service.require(call)).toMatchObject({
      ...{ projectId: project.id, origin: siteOrigin, proof: 'key', chainId: 'eip155:31337' },
      ...{ owner: `eip155:${ben.address.toLowerCase()}`, account: ben.accountId() },
    })
    expect(await siwx.service.readSignedIn({ ...call, origin: otherOrigin })).toEqual([])
  })

  test('behavior: `count` counts accounts and browsers that are signed in now', async () => {
    const { siwx } = world
    if (!siwx) throw new Error('nobody can sign in')
    world.clock.pass(168 * 3_600_000)
    expect(await siwx.service.count()).toEqual({ accounts: 0, devices: 0 })
    const ada = createSigner()
    const [one, other] = [world.browser(), world.browser()]
    await one.signIn(ada)
    await one.signIn(ada, { chainId: 'eip155:31338' })
    await other.signIn(ada)
    await other.signIn(createSigner())
    expect(await siwx.service.count()).toEqual({ accounts: 2, devices: 2 })
    await other.post('/v1/siwx/revoke', {})
    expect(await siwx.service.count()).toEqual({ accounts: 1, devices: 1 })
  })
})

test('error: without configured sign-in every endpoint reports that', async () => {
  const without = await createTestSiwx({ config: { siwx: undefined } })
  try {
    const browser = without.browser()
    const answers = [
      await browser.get('/v1/siwx/nonce'),
      await browser.post('/v1/siwx/verify', { message: 'x', signature: 'x', address: createSigner().accountId() }),
      await browser.get('/v1/siwx/sessions'),
      await browser.post('/v1/siwx/revoke', {}),
      await browser.get('/v1/siwx/devices'),
      await browser.post('/v1/siwx/devices/revoke', { id: 'x' }),
      await browser.post('/v1/siwx/token', {}),
      await browser.get('/.well-known/jwks.json'),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, code: 'siwx_unavailable' })
  } finally {
    await without.stop()
  }
})

function createBitcoinSigner(privateKey: Uint8Array) {
  const publicKey = secp256k1.getPublicKey(privateKey, true)
  const chainId = bitcoinChain
  const address = addressOfKey({ publicKey, type: 'p2wpkh', chainId })
  const signMessage = async ({ message }: { message: string }) =>
    toBase64(signBitcoinMessage({ message, address, privateKey, chainId, protocol: 'bip322' }).signature)
  return { address, signMessage }
}
