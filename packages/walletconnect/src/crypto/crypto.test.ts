import { createRequire } from 'node:module'
import { encodeBase58, LatchkeyError } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519'
import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64 } from './base64.ts'
import { clientIdOf } from './clientIdOf.ts'
import { createClientToken } from './createClientToken.ts'
import { createIdSource } from './createIdSource.ts'
import { createKeyPair } from './createKeyPair.ts'
import { createSigningKey } from './createSigningKey.ts'
import { deriveSymKey } from './deriveSymKey.ts'
import { hashMessage } from './hashMessage.ts'
import { openEnvelope } from './openEnvelope.ts'
import { sealEnvelope } from './sealEnvelope.ts'
import { topicOf } from './topicOf.ts'

// Published with the reference implementations of the specification. Every client family tests against them.
const app = {
  privateKey: '1fb63fca5c6ac731246f2f069d3bc2454345d5208254aa8ea7bffc6d110c8862',
  publicKey: 'ff7a7d5767c362b0a17ad92299ebdb7831dcbd9a56959c01368c7404543b3342',
}
const wallet = {
  privateKey: '36bf507903537de91f5e573666eaa69b1fa313974f23b2b59645f20fea505854',
  publicKey: '590c2c627be7af08597091ff80dd41f7fa28acd10ef7191d7e830e116d3a186a',
}
const symKey = '0653ca620c7b4990392e1c53c4a51c14a2840cd20f0f1524cf435b17b6fe988c'
const text = JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'test_method', params: {} })
const nonce = hexToBytes('717765636661617364616473')
const type0 =
  'AHF3ZWNmYWFzZGFkc3paHoQ96/mLAdanVxi17icRXq+jyrqXA8ocVgGmryQZBFMg+uwgc8yLa43EOeY+IWEv84g8hn4L3Ncsgz6397sgNKnsNcL7A9k3Mg=='
const type1 =
  'Af96fVdnw2KwoXrZIpnr23gx3L2aVpWcATaMdARUOzNCcXdlY2ZhYXNkYWRzeloehD3r+YsB1qdXGLXuJxFer6PKupcDyhxWAaavJBkEUyD67CBzzItrjcQ55j4hYS/ziDyGfgvc1yyDPrf3uyA0qew1wvsD2Tcy'
const token = {
  seed: '58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295',
  clientId: 'did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH',
  subject: 'c479fe5dc464e771e78b193d239a65b58d278cad1c34bfb0b5716e5bb514928e',
  audience: 'wss://relay.walletconnect.com',
  issuedAt: 1_656_910_097,
  jwt: 'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZHWm5wR21kQnBYOE0yZXh4SCIsInN1YiI6ImM0NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI1NzE2ZTViYjUxNDkyOGUiLCJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXhwIjoxNjU2OTk2NDk3fQ.bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA',
}

type OracleCrypto = {
  encrypt: (options: { type?: number; symKey: string; message: string; senderPublicKey?: string }) => string
  decrypt: (options: { symKey: string; encoded: string }) => string
  deriveSymKey: (privateKey: string, publicKey: string) => string
  generateKeyPair: () => { privateKey: string; publicKey: string }
}
// Installed with the clients that the interoperability tests compare ours with.
const fromOracle = createRequire(createRequire(import.meta.url).resolve('@latchkey/walletconnect-oracle/package.json'))
const oracle: OracleCrypto = createRequire(fromOracle.resolve('@walletconnect/sign-client'))('@walletconnect/utils')

const invalid = expect.objectContaining({ code: 'envelope_invalid' })
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const key = bytes(32).map(bytesToHex)

describe('keys', () => {
  test('default', () => {
    expect(deriveSymKey({ privateKey: app.privateKey, publicKey: wallet.publicKey })).toBe(symKey)
    expect(deriveSymKey({ privateKey: wallet.privateKey, publicKey: app.publicKey })).toBe(symKey)
    expect(createKeyPair({ randomBytes: () => hexToBytes(app.privateKey) })).toEqual(app)
    expect(topicOf('9c87e48e69b33a613907515bcd5b1b4cc10bbaf15167b19804b00f0a9217e607')).toBe(
      'a492906ccc809a411bb53a84572b57329375378c6ad7566f3e1c688200123e77',
    )
    expect(hashMessage(text)).toBe('15112289b5b794e68d1ea3cd91330db55582a37d0596f7b99ea8becdf9d10496')
  })

  test('behavior: both sides derive the same key as other clients', () => {
    fc.assert(
      fc.property(bytes(32), bytes(32), (one, other) => {
        const [ours, theirs] = [one, other].map((seed) => createKeyPair({ randomBytes: () => seed }))
        if (!ours || !theirs) throw new Error('unreachable')
        const shared = deriveSymKey({ privateKey: ours.privateKey, publicKey: theirs.publicKey })
        expect(deriveSymKey({ privateKey: theirs.privateKey, publicKey: ours.publicKey })).toBe(shared)
        expect(oracle.deriveSymKey(theirs.privateKey, ours.publicKey)).toBe(shared)
      }),
      { numRuns: 20 },
    )
  })

  test('error: an invalid public key, and those of small order', () => {
    for (const publicKey of ['', 'zz', '00'.repeat(31), '00'.repeat(32), `01${'00'.repeat(31)}`])
      expect(() => deriveSymKey({ privateKey: app.privateKey, publicKey })).toThrow(invalid)
  })
})

describe('envelopes', () => {
  test('default', () => {
    const randomBytes = () => nonce
    expect(sealEnvelope({ symKey, text, randomBytes })).toBe(type0)
    expect(sealEnvelope({ symKey, text, senderPublicKey: app.publicKey, randomBytes })).toBe(type1)
    expect(openEnvelope({ message: type0, keyOf: () => symKey })).toEqual({ text })
    const keyOf = (publicKey = '') => deriveSymKey({ privateKey: wallet.privateKey, publicKey })
    expect(openEnvelope({ message: type1, keyOf })).toEqual({ text, senderPublicKey: app.publicKey })
  })

  test('behavior: any text survives the round trip, also with other clients', () => {
    fc.assert(
      fc.property(key, fc.string({ unit: 'grapheme', maxLength: 300 }), (symKey, text) => {
        const message = sealEnvelope({ symKey, text, randomBytes })
        expect(openEnvelope({ message, keyOf: () => symKey })).toEqual({ text })
        expect(oracle.decrypt({ symKey, encoded: message })).toBe(text)
        const theirs = oracle.encrypt({ symKey, message: text })
        expect(openEnvelope({ message: theirs, keyOf: () => symKey })).toEqual({ text })
      }),
      { numRuns: 100 },
    )
    const sender = oracle.generateKeyPair()
    const theirs = oracle.encrypt({ type: 1, symKey, message: text, senderPublicKey: sender.publicKey })
    const keyOf = (publicKey: string | undefined) => (publicKey === sender.publicKey ? symKey : undefined)
    expect(openEnvelope({ message: theirs, keyOf })).toEqual({ text, senderPublicKey: sender.publicKey })
  })

  test('behavior: a text of a megabyte survives the round trip', () => {
    const long = 'ä'.repeat(524_288)
    const message = sealEnvelope({ symKey, text: long, randomBytes })
    expect(openEnvelope({ message, keyOf: () => symKey }).text).toBe(long)
  })

  test('error: refuses every flipped bit and every missing byte', () => {
    const envelope = fromBase64(type1)
    fc.assert(
      fc.property(fc.nat(envelope.length * 8 - 1), (bit) => {
        const changed = Uint8Array.from(envelope)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const keyOf = (publicKey: string | undefined) => (publicKey === app.publicKey ? symKey : undefined)
        expect(() => openEnvelope({ message: toBase64(changed), keyOf })).toThrow(invalid)
      }),
    )
    for (let length = 0; length < envelope.length; length++)
      expect(() => openEnvelope({ message: toBase64(envelope.subarray(0, length)), keyOf: () => symKey })).toThrow(
        invalid,
      )
  })

  test('error: refuses malformed and unsealed envelopes, and those without a key', () => {
    const unsealed = toBase64(Uint8Array.of(2, ...new TextEncoder().encode(text)))
    for (const message of ['', '%', 'AA==', unsealed])
      expect(() => openEnvelope({ message, keyOf: () => symKey })).toThrow(invalid)
    expect(() => openEnvelope({ message: type0, keyOf: () => undefined })).toThrow(invalid)
    expect(() => openEnvelope({ message: type0, keyOf: () => topicOf(symKey) })).toThrow(LatchkeyError)
  })
})

describe('the client’s token', () => {
  test.each([
    ['default', crypto.subtle],
    ['behavior: the same by the library', undefined],
  ])('%s', async (_, subtle) => {
    const { seed, subject, audience, issuedAt } = token
    const key = await createSigningKey({ seed, subtle })
    expect(clientIdOf(key.publicKey)).toBe(token.clientId)
    await expect(createClientToken({ key, subject, audience, now: issuedAt * 1000 + 999 })).resolves.toBe(token.jwt)
    // A second pair, published by another client family.
    const second = 'db74f4788fbaf87bc8e3cd6a84ae82586fd4fd701216a1d18f7ed936cb3a8cfb'
    await expect(
      createClientToken({
        key: await createSigningKey({ seed: second, subtle }),
        subject: '6a26d1c13b8f7bfda6e7415f6db94084a3b97f2990da5216fa5aa7b80f08391d',
        audience,
        now: 1_674_244_632_000,
      }),
    ).resolves.toBe(
      'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWtrTUhRRlYzYkNUOXVIV3Z6Z1N4UXNMbVZzMVc1c0NVdzhyQnBmamg5ZHNydiIsInN1YiI6IjZhMjZkMWMxM2I4ZjdiZmRhNmU3NDE1ZjZkYjk0MDg0YTNiOTdmMjk5MGRhNTIxNmZhNWFhN2I4MGYwODM5MWQiLCJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY3NDI0NDYzMiwiZXhwIjoxNjc0MzMxMDMyfQ.FUfsQtGuyMTOfEjQUdfr_KfBEaftEQPU9lpQ_mNwgpPlzqk2Hmn9RKnbTnvL9rPWzbm5wnWrc7LuzUQGqp99Cw',
    )
  })

  test('behavior: the audience is the configured URL, and the signature is valid', async () => {
    const key = await createSigningKey({ seed: token.seed })
    for (const audience of ['wss://relay.example', 'wss://relay.example/', 'ws://127.0.0.1:7101/relay?ä=1']) {
      const jwt = await createClientToken({ key, subject: token.subject, audience, now: 1_760_000_000_000 })
      const [header = '', claims = '', signature = ''] = jwt.split('.')
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
        aud: audience,
        iss: token.clientId,
      })
      const signed = new TextEncoder().encode(`${header}.${claims}`)
      const sealed = Uint8Array.from(Buffer.from(signature, 'base64url'))
      expect(ed25519.verify(sealed, signed, key.publicKey)).toBe(true)
    }
  })

  test('behavior: base58 as in Bitcoin', () => {
    const of = (hex: string) => encodeBase58(hexToBytes(hex))
    expect(encodeBase58(new TextEncoder().encode('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
    expect(of('0000287fb4cd')).toBe('11233QC4')
    expect(of('')).toBe('')
    expect(of('00')).toBe('1')
  })
})

describe('ids', () => {
  test('behavior: 16 digits, exact as a number, never the same twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 }), (time) => {
        const newId = createIdSource({ now: () => time, randomBytes })
        const ids = Array.from({ length: 1_500 }, newId)
        expect(new Set(ids).size).toBe(1_500)
        for (const id of ids) expect(Number.isSafeInteger(id) && String(id).length === 16).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  test('behavior: no ID repeats when the clock is set back', () => {
    let time = 1_760_000_000_000
    const newId = createIdSource({ now: () => time, randomBytes })
    const first = newId()
    time -= 60_000
    expect(newId()).toBe(first + 1)
  })
})
