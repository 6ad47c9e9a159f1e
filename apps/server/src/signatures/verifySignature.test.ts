import { generateKeyPairSync, sign } from 'node:crypto'
import { addressOfKey, signMessage, toBase64 } from '@latchkey/bitcoin'
import { type AccountId, bitcoinNetworks, type ChainId, encodeBase58, solanaNetworks } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { RpcService } from '../rpc/RpcService.ts'
import { verifySignature } from './verifySignature.ts'

const message = 'example.com wants you to sign in: ✓'
/** A chain must not be called. */
const rpc = { request: () => expect.unreachable() } as unknown as RpcService
const verify = (account: string, signature: string, text = message) =>
  verifySignature({ rpc, account: account as AccountId, message: text, signature }).then(
    ({ proof }) => proof,
    (error: { code: string }) => error.code,
  )

const solana = solanaNetworks.mainnet
const order = 2n ** 252n + 27742317777372353535851937790883648493n
const field = 2n ** 255n - 19n
const toNumber = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
const toBytes = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()

function createSolanaKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    account: `${solana}:${encodeBase58(key)}`,
    key,
    sign: (text: string) => sign(null, Buffer.from(text), privateKey),
  }
}

test('default: each family’s signatures, without a chain', async () => {
  const evm = privateKeyToAccount(generatePrivateKey())
  expect(await verify(`eip155:1:${evm.address}`, await evm.signMessage({ message }))).toBe('key')
  const key = createSolanaKey()
  expect(await verify(key.account, encodeBase58(key.sign(message)))).toBe('key')
  const chainId = bitcoinNetworks.mainnet
  const privateKey = secp256k1.utils.randomPrivateKey()
  const publicKey = secp256k1.getPublicKey(privateKey)
  for (const [type, protocol] of [
    ...([
      ['p2pkh', 'ecdsa'],
      ['p2wpkh', 'bip322'],
    ] as const),
    ['p2tr', 'bip322'],
  ] as const) {
    const address = addressOfKey({ publicKey, type, chainId })
    const { signature } = signMessage({ message, address, privateKey, chainId, protocol })
    expect(await verify(`${chainId}:${address}`, toBase64(signature))).toBe('key')
    expect(await verify(`${chainId}:${address}`, toBase64(signature), `${message}.`)).toBe('signature_invalid')
  }
})

test('error: another text, another account, another family', async () => {
  const [key, other] = [createSolanaKey(), createSolanaKey()]
  const signature = encodeBase58(key.sign(message))
  expect(await verify(key.account, signature, `${message}.`)).toBe('signature_invalid')
  expect(await verify(other.account, signature)).toBe('signature_invalid')
  const evm = privateKeyToAccount(generatePrivateKey())
  const signed = await evm.signMessage({ message })
  for (const account of [key.account, `${bitcoinNetworks.mainnet}:bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l`])
    expect(await verify(account, signed)).toBe('signature_invalid')
  expect(await verify(`eip155:1:${evm.address}`, signature)).toBe('signature_invalid')
  for (const account of ['', 'eip155:1', `eip155:1:${evm.address}00`, `cosmos:hub:${evm.address}`, `${solana}:0OIl`])
    expect(await verify(account, signed)).toBe('signature_invalid')
  const nowhere: ChainId = 'bip122:00000000000000000000000000000000'
  expect(await verify(`${nowhere}:bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l`, 'AA==')).toBe('unsupported_chain')
})

test('threat 125: keys without a secret cannot sign: the system program, and other points of small order', async () => {
  // A signature that anyone can create for them: R is the neutral element, S is zero.
  const nothing = Buffer.concat([toBytes(1n), Buffer.alloc(32)])
  const points = new Set<string>()
  const torsion = ed25519.ExtendedPoint.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a')
  for (let index = 0n; index < 8n; index++)
    points.add(
      Buffer.from((index === 0n ? ed25519.ExtendedPoint.ZERO : torsion.multiply(index)).toRawBytes()).toString('hex'),
    )
  expect(points.size).toBe(8)
  const ways = [...points].flatMap((hex) => {
    const bytes = Buffer.from(hex, 'hex')
    const sign = (bytes[31] ?? 0) & 0x80
    const y = toNumber(bytes) & (2n ** 255n - 1n)
    // Each with both signs, and in its noncanonical form if there is one.
    return [y, y + field]
      .filter((value) => value < 2n ** 255n)
      .flatMap((value) =>
        [sign, sign ^ 0x80].map((last) => {
          const written = toBytes(value)
          written[31] = (written[31] ?? 0) | last
          return written
        }),
      )
  })
  expect(ways.some((way) => encodeBase58(way) === '11111111111111111111111111111111')).toBe(true)
  for (const way of ways) {
    const account = `${solana}:${encodeBase58(way)}`
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      expect(await verify(account, encodeBase58(nothing), text)).toBe('signature_invalid')
      // The key itself as R, which is valid for one text in eight.
      const itself = encodeBase58(Buffer.concat([way, Buffer.alloc(32)]))
      expect(await verify(account, itself, text)).toBe('signature_invalid')
    }
  }
})

test('threat 125: one signature for a text: nothing added to S, nothing removed or prepended', async () => {
  const { account, key, sign: signText } = createSolanaKey()
  const good = signText(message)
  const [r, s] = [good.subarray(0, 32), good.subarray(32)]
  for (let times = 1n; times < 15n; times++) {
    const more = toNumber(s) + times * order
    if (more >= 2n ** 256n) break
    expect(await verify(account, encodeBase58(Buffer.concat([r, toBytes(more)])))).toBe('signature_invalid')
  }
  for (const bytes of [
    good.subarray(1),
    good.subarray(0, 63),
    Buffer.concat([good, Buffer.alloc(1)]),
    Buffer.alloc(64),
  ])
    expect(await verify(account, encodeBase58(bytes))).toBe('signature_invalid')
  const text = encodeBase58(good)
  for (const bad of [
    `1${text}`,
    ` ${text}`,
    `${text}\n`,
    text.replace(/.$/, '0'),
    good.toString('base64'),
    '',
    `0x${good.toString('hex')}`,
  ])
    expect(await verify(account, bad)).toBe('signature_invalid')
  for (const address of [encodeBase58(key.subarray(1)), encodeBase58(Buffer.concat([Buffer.alloc(1), key]))])
    expect(await verify(`${solana}:${address}`, text)).toBe('signature_invalid')
})

test('behavior: rejects and accepts Ed25519 as another strict implementation does, for every flipped bit', async () => {
  const { account, key, sign: signText } = createSolanaKey()
  const good = signText(message)
  let checked = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(511), async (bit) => {
      const bytes = Buffer.from(good)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(ed25519.verify(bytes, Buffer.from(message), key, { zip215: false })).toBe(false)
      expect(await verify(account, encodeBase58(bytes))).toBe('signature_invalid')
      checked++
    }),
    { numRuns: 100 },
  )
  expect(checked).toBeGreaterThan(0)
})

test('error: texts and signatures above the limits, and unpaired surrogates, before any work', async () => {
  const evm = privateKeyToAccount(generatePrivateKey())
  const account = `eip155:1:${evm.address}`
  const long = 'x'.repeat(10_000)
  expect(await verify(account, await evm.signMessage({ message: long }), long)).toBe('key')
  const longer = `${long}x`
  expect(await verify(account, await evm.signMessage({ message: longer }), longer)).toBe('signature_invalid')
  // All of these are signed as the same bytes.
  for (const text of ['\ud800', '\udc00', 'a\udfffb'])
    expect(await verify(account, await evm.signMessage({ message: text }), text)).toBe('signature_invalid')
  expect(await verify(account, await evm.signMessage({ message: '😄 \ufffd' }), '😄 \ufffd')).toBe('key')
  for (const signature of [
    `0x${'11'.repeat(8_193)}`,
    `0x${'11'.repeat(63)}`,
    '0x',
    '',
    `0x${'1g'.repeat(65)}`,
    `0x${'1'.repeat(131)}`,
  ])
    expect(await verify(account, signature)).toBe('signature_invalid')
  expect(await verify(`${solana}:${'1'.repeat(32)}`, '1'.repeat(1_000_000))).toBe('signature_invalid')
  const bitcoin = `${bitcoinNetworks.mainnet}:bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l`
  expect(await verify(bitcoin, 'A'.repeat(1_000_000))).toBe('signature_invalid')
})
