import { describe, expect, test } from 'vitest'
import { createTestRegistry } from './testing/createTestRegistry.ts'
import { keyOf, nonce, now, origin, type SignInFields, uri, writeSignIn } from './testing/writeSignIn.ts'
import { verifySignIn } from './verifySignIn.ts'

const custody = keyOf(1)
const authAddress = keyOf(2)
const stranger = keyOf(3)
const contract = keyOf(4)
const registry = createTestRegistry({
  owners: [
    [custody.address, 7n],
    [stranger.address, 8n],
    [contract.address, 9n],
  ],
  authAddresses: [[authAddress.address, 7n]],
  contracts: [contract.address],
})
const expected = { origin, uri, nonce, now }

/** Signs a text and verifies it. */
const verify = async (text: string, signer = custody) =>
  verifySignIn({ text, signature: await signer.signMessage({ message: text }), expected, registry })
const verifyWith = (changes: Partial<SignInFields>) => verify(writeSignIn({ signer: custody, changes }))

test('default', async () => {
  expect(await verify(writeSignIn({ signer: custody }))).toEqual({ fid: '7', method: 'custody' })
})

test('behavior: an address that the owner registered for signing in', async () => {
  expect(await verify(writeSignIn({ signer: authAddress }), authAddress)).toEqual({ fid: '7', method: 'authAddress' })
})

test('behavior: an account of a contract is signed for by the contract’s rules', async () => {
  const text = writeSignIn({ signer: contract, fid: 9n })
  // The contract decides about the signature, not the key of the address.
  expect(await verify(text, stranger)).toEqual({ fid: '9', method: 'custody' })
  const verdict = await verifySignIn({ text, signature: `0x${'ff'.repeat(200)}`, expected, registry })
  expect(verdict).toEqual({ fid: '9', method: 'custody' })
})

test('behavior: optional or flexible: the scheme of the domain, an expiry, a request id, small clock differences', async () => {
  const { protocol } = new URL(origin)
  const accepted = { fid: '7', method: 'custody' }
  const withoutExpiry = writeSignIn({ signer: custody }).replace(/\nExpiration Time: .*/, '')
  expect(await verify(withoutExpiry)).toEqual(accepted)
  expect(await verifyWith({ scheme: protocol.slice(0, -1) })).toEqual(accepted)
  expect(await verifyWith({ requestId: 'abc' })).toEqual(accepted)
  expect(await verifyWith({ notBefore: new Date(now) })).toEqual(accepted)
  expect(await verifyWith({ issuedAt: new Date(now + 4 * 60_000) })).toEqual(accepted)
  expect(await verifyWith({ issuedAt: new Date(now - 14 * 60_000) })).toEqual(accepted)
  const withoutMilliseconds = writeSignIn({ signer: custody }).replaceAll('.000Z', 'Z')
  expect(await verify(withoutMilliseconds)).toEqual(accepted)
})

describe('error: a message that does not answer the request', () => {
  const wrong: [flaw: string, changes: Partial<SignInFields>][] = [
    ['domain', { domain: 'evil.example' }],
    ['domain', { domain: 'wallet.localhost' }],
    ['domain', { scheme: 'https' }],
    ['uri', { uri: 'http://evil.example/' }],
    ['uri', { uri: origin }],
    ['nonce', { nonce: 'ffffffffffffffffffffffffffffffff' }],
    ['nonce', { nonce: nonce.toUpperCase() }],
    ['chainId', { chainId: 1 }],
    ['chainId', { chainId: 31337 }],
    ['statement', { statement: 'Farcaster Connect' }],
    ['issuedAt', { issuedAt: new Date(now + 6 * 60_000) }],
    ['issuedAt', { issuedAt: new Date(now - 16 * 60_000) }],
    ['expired', { issuedAt: new Date(now - 60_000), expirationTime: new Date(now) }],
    ['notBefore', { notBefore: new Date(now + 6 * 60_000) }],
    ['resource', { resources: [] }],
    ['resource', { resources: ['farcaster://fid/0'] }],
    ['resource', { resources: ['farcaster://fid/7a'] }],
    ['resource', { resources: ['farcaster://fids/7'] }],
    ['resource', { resources: ['farcaster://fid/7', 'farcaster://fid/8'] }],
    ['resource', { resources: ['farcaster://fid/7', 'https://evil.example/'] }],
    ['resource', { resources: ['https://evil.example/farcaster://fid/7'] }],
  ]
  test.each(wrong)('%s: %o', async (flaw, changes) => {
    const asked = registry.asked()
    expect(await verifyWith(changes)).toEqual({ flaw })
    expect(registry.asked(), 'nothing is asked of the chain').toBe(asked)
  })

  test('statement: none', async () => {
    const text = writeSignIn({ signer: custody }).replace('\n\nFarcaster Auth\n\n', '\n\n\n')
    expect(await verify(text)).toEqual({ flaw: 'statement' })
  })
})

describe('error: a text that is not exactly a sign-in', () => {
  const good = writeSignIn({ signer: custody })
  const bad: [name: string, text: string][] = [
    ['another text', 'Please sign in'],
    ['something in front', ` ${good}`],
    ['something behind', `${good}\n`],
    ['another kind of account', good.replace('Ethereum', 'Solana')],
    ['a domain of two words', good.replace('wallet.localhost:7102 wants', 'wallet.localhost:7102 evil wants')],
    ['an address without its checksum', good.replace(custody.address, custody.address.toLowerCase())],
    ['another version', good.replace('Version: 1', 'Version: 2')],
    ['a field twice', good.replace('Chain ID: 10', 'Chain ID: 10\nChain ID: 10')],
    ['a field in another place', good.replace(/(Version: 1)\n(Chain ID: 10)/, '$2\n$1')],
    ['a line of its own', good.replace('Chain ID: 10', 'Chain ID: 10\nNote: hello')],
    ['a short nonce', good.replace(nonce, '1234567')],
    ['a statement of two lines', good.replace('Farcaster Auth', 'Farcaster Auth\nand more')],
    ['other ends of lines', good.replaceAll('\n', '\r\n')],
    ['a time in words', good.replace(/Issued At: .*/, 'Issued At: today')],
    ['a day that there is not', good.replace('Issued At: 2026-02-03', 'Issued At: 2026-02-31')],
    [
      'an end that is not after its beginning',
      good.replace(/Expiration Time: .*/, 'Expiration Time: 2026-02-03T04:05:06Z'),
    ],
    ['a resource that is no address', good.replace('- farcaster://fid/7', '- farcaster fid 7')],
  ]
  test.each(bad)('%s', async (_name, text) => {
    expect(text).not.toBe(good)
    expect(await verify(text)).toEqual({ flaw: 'malformed' })
  })
})

describe('error: an invalid signature', () => {
  test('signature: of another key', async () => {
    expect(await verify(writeSignIn({ signer: custody }), stranger)).toEqual({ flaw: 'signature' })
  })

  test('signature: of another message', async () => {
    const signature = await custody.signMessage({ message: writeSignIn({ signer: custody, fid: 8n }) })
    const text = writeSignIn({ signer: custody })
    expect(await verifySignIn({ text, signature, expected, registry })).toEqual({ flaw: 'signature' })
  })

  test('signature: none', async () => {
    const text = writeSignIn({ signer: custody })
    expect(await verifySignIn({ text, signature: '0x00', expected, registry })).toEqual({ flaw: 'signature' })
  })

  test('notRegistered: an account of another user', async () => {
    expect(await verify(writeSignIn({ signer: custody, fid: 8n }))).toEqual({ flaw: 'notRegistered' })
    expect(await verify(writeSignIn({ signer: stranger, fid: 7n }), stranger)).toEqual({ flaw: 'notRegistered' })
  })

  test('notRegistered: a sign-in address of another account', async () => {
    expect(await verify(writeSignIn({ signer: authAddress, fid: 8n }), authAddress)).toEqual({ flaw: 'notRegistered' })
  })

  test('notRegistered: an unregistered key', async () => {
    expect(await verify(writeSignIn({ signer: keyOf(5) }), keyOf(5))).toEqual({ flaw: 'notRegistered' })
  })
})
