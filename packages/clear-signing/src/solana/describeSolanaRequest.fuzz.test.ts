import { encodeBase58, solanaNetworks } from '@latchkey/protocol'
import { readTransaction, signTransaction } from '@latchkey/solana'
import { AccountRole, createKeyPairFromPrivateKeyBytes, getAddressFromPublicKey } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ChainReader } from '../Description.ts'
import { addressOf, codesOf, describeSolana, instructionOf, signerOf, wireOf } from '../testing/solanaBuilder.ts'
import { readSolanaPayload } from './readSolanaPayload.ts'
import { verifySolanaSigned } from './verifySolanaSigned.ts'

const privateKey = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
let account: string
beforeAll(async () => {
  const { publicKey } = await createKeyPairFromPrivateKeyBytes(privateKey)
  account = await getAddressFromPublicKey(publicKey)
})
const invalid = expect.objectContaining({ code: 'signature_invalid' })
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const fromBase64 = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'))

const instruction = fc
  .record({
    program: fc.constantFrom(
      '11111111111111111111111111111111',
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
      'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      'ComputeBudget111111111111111111111111111111',
      'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
      addressOf(77),
    ),
    kind: fc.nat(255),
    data: fc.uint8Array({ maxLength: 60 }),
    accounts: fc.array(fc.nat(6), { maxLength: 6 }),
  })
  .map(
    ({ program, kind, data, accounts }) =>
      (own: string) =>
        instructionOf(
          program,
          [kind % 20, ...data],
          ...accounts.map((seed) =>
            seed === 0 ? ([own, AccountRole.WRITABLE_SIGNER] as const) : ([addressOf(seed)] as const),
          ),
        ),
  )

describe('any request', () => {
  test('behavior: threat 21: it never throws, reports unreadable parts, and returns nothing to sign if it refuses', async () => {
    const method = fc.constantFrom('solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'x')
    const bytes = fc.uint8Array({ maxLength: 300 })
    const params = fc.oneof(
      fc.anything(),
      fc.record({ transaction: bytes.map(toBase64) }),
      fc.record({ transactions: fc.array(bytes.map(toBase64), { maxLength: 3 }) }),
      fc.record({ message: bytes.map(encodeBase58), pubkey: fc.constantFrom('a', addressOf(1)) }),
      fc.array(instruction, { minLength: 1, maxLength: 4 }).map((made) => ({
        transaction: wireOf({ feePayer: account, instructions: made.map((make) => make(account)) }),
      })),
    )
    const answer = fc.oneof(fc.anything(), fc.constant({ value: [null] }), fc.constant({ value: { err: null } }))
    await fc.assert(
      fc.asyncProperty(method, params, fc.infiniteStream(answer), async (asked, given, answers) => {
        const ask: ChainReader = async () => answers.next().value
        const described = await describeSolana({ method: asked, params: given, account, ask })
        expect(structuredClone(described)).toStrictEqual(described)
        if (codesOf(described, 'refuse').length === 0) {
          readSolanaPayload({ description: described })
          return
        }
        expect(described.family?.payload ?? null).toBeNull()
        expect(() => readSolanaPayload({ description: described })).toThrow(
          expect.objectContaining({ code: 'request_refused' }),
        )
      }),
      { numRuns: 200 },
    )
  }, 30_000)

  test('behavior: threat 23: parsing the bytes again gives the same description, and any other byte is detected', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(instruction, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (made, at, change) => {
          const transaction = wireOf({ feePayer: account, instructions: made.map((make) => make(account)) })
          const described = await describeSolana({ params: { transaction }, account })
          if (codesOf(described, 'refuse').length > 0) return
          const signed = signTransaction({ transaction: fromBase64(transaction), privateKey })
          const verify = (bytes: Uint8Array) =>
            verifySolanaSigned({ description: described, signed: { transactions: [toBase64(bytes)] } })
          verify(signed)
          const spoiled = signed.slice()
          spoiled[at % spoiled.length] = (spoiled[at % spoiled.length] ?? 0) ^ change
          expect(() => verify(spoiled)).toThrow(invalid)
          // A screen that differs from the bytes is detected as well.
          const [field, ...fields] = described.fields
          if (field?.value.kind !== 'amount' && field?.value.kind !== 'address') return
          const value =
            field.value.kind === 'amount'
              ? { ...field.value, amount: field.value.amount + 1n }
              : { ...field.value, address: addressOf(200) }
          const lying = { ...described, fields: [{ ...field, value }, ...fields] }
          expect(() =>
            verifySolanaSigned({ description: lying, signed: { transactions: [toBase64(signed)] } }),
          ).toThrow(invalid)
        },
      ),
      { numRuns: 50 },
    )
  }, 30_000)
})

describe('messages', () => {
  const say = (text: string | Uint8Array, origin?: string) => {
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
    const message = encodeBase58(bytes)
    return describeSolana({ method: 'solana_signMessage', params: { message }, account, ...(origin ? { origin } : {}) })
  }
  const signIn = (more = '', domain = 'app.example') =>
    `${domain} wants you to sign in with your Solana account:\n${account}${more}`

  test('default: a text, complete', async () => {
    const described = await say('Hello\nworld')
    expect(described).toMatchObject({ intent: 'signMessage', message: 'Hello\nworld', findings: [] })
    expect(() => verifySolanaSigned({ description: described, signed: { signature: 'abc' } })).toThrow(invalid)
  })

  test('error: a transaction in disguise, its message alone or whole', async () => {
    const instructions = [
      getTransferSolInstruction({ source: signerOf(account), destination: addressOf(3), amount: 1n }),
    ]
    const bytes = fromBase64(wireOf({ feePayer: account, instructions }))
    for (const disguised of [bytes, readTransaction(bytes).messageBytes])
      expect(codesOf(await say(disguised), 'refuse')).toEqual(['messageIsTransaction'])
  })

  test('behavior: threat 22: a sign-in is judged by its site, account, network and times', async () => {
    expect(await say(signIn())).toMatchObject({ intent: 'signIn', findings: [] })
    const whole = `\n\nWelcome\n\nURI: https://app.example\nVersion: 1\nChain ID: localnet\nNonce: abcdefgh\nIssued At: ${new Date().toISOString()}`
    expect(await say(signIn(whole))).toMatchObject({ intent: 'signIn', findings: [] })
    const caip = whole.replace('localnet', solanaNetworks.localnet.slice(7)).replace('\n\nWelcome\n\n', '\n\n\n')
    expect(await say(signIn(caip))).toMatchObject({ intent: 'signIn', findings: [] })
    const codes = async (text: string, level?: 'refuse' | 'warn') => codesOf(await say(text), level)
    expect(await codes(signIn('', 'bank.example'))).toEqual(['domainMismatch'])
    expect(await codes(signIn().replace(account, addressOf(1)))).toEqual(['accountMismatch'])
    expect(await codes(signIn(whole.replace('localnet', 'mainnet')))).toEqual(['chainMismatch'])
    expect(await codes(signIn(whole.replace(/At: .*/, 'At: 2020-01-01T00:00:00Z')))).toEqual(['signInTimes'])
    expect(await codes(signIn('\n\nExtra: 1\nVersion: 2\n'))).toEqual(['malformed'])
    expect(await codes(`evil.example wants you to  sign in with your Solana account, now`, 'refuse')).toEqual([
      'domainMismatch',
    ])
  })

  test('behavior: hidden characters, digits and unreadable bytes', async () => {
    expect(codesOf(await say('pay \u202e001'))).toEqual(['hiddenCharacters'])
    expect(codesOf(await say('ab'.repeat(32)))).toEqual(['blindData'])
    expect(codesOf(await say(Uint8Array.of(0xff, 0xfe, 0)))).toEqual(['blindData'])
  })

  test('behavior: the envelope of off-chain messages is opened', async () => {
    const head = [0xff, ...new TextEncoder().encode('solana offchain')]
    const key = (address: string) => [...fromBase58(address)]
    const text = [...new TextEncoder().encode('Hello')]
    const zero = (address: string) => [
      ...head,
      0,
      ...new Array(32).fill(7),
      0,
      1,
      ...key(address),
      text.length,
      0,
      ...text,
    ]
    const one = (address: string) => [...head, 1, 1, ...key(address), ...text]
    for (const make of [zero, one]) {
      expect(await say(Uint8Array.from(make(account)))).toMatchObject({ message: 'Hello', findings: [] })
      expect(codesOf(await say(Uint8Array.from(make(addressOf(4)))))).toEqual(['accountMismatch'])
    }
    expect(codesOf(await say(Uint8Array.from(head)))).toEqual(['blindData'])
  })
})

test('behavior: a token that its issuer can take back, and one that runs another program', async () => {
  const [mint, source, destination, delegate, hook] = [40, 41, 42, 43, 44].map(addressOf)
  if (!mint || !source || !destination || !delegate || !hook) throw new Error('no addresses')
  const program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
  // Supply, decimals and state; from byte 165 on the kind and the extensions: 12, the permanent delegate, and 14, the hook.
  const bytes = new Uint8Array(166 + 4 + 32 + 4 + 64)
  bytes.set([1], 45)
  bytes.set(
    [1, 12, 0, 32, 0, ...fromBase58(delegate), 14, 0, 64, 0, ...new Array(32).fill(0), ...fromBase58(hook)],
    165,
  )
  const ask: ChainReader = async ({ method, params }) => {
    if (method !== 'getMultipleAccounts') throw new Error('offline')
    const value = (params[0] as string[]).map((address) =>
      address === mint ? { owner: program, lamports: 1, data: [toBase64(bytes), 'base64'], executable: false } : null,
    )
    return { context: { slot: 1 }, value }
  }
  const transfer = instructionOf(
    program,
    [12, 5, 0, 0, 0, 0, 0, 0, 0, 0],
    [source],
    [mint, AccountRole.READONLY],
    [destination],
    [account, AccountRole.READONLY_SIGNER],
  )
  const transaction = wireOf({ feePayer: account, instructions: [transfer] })
  const described = await describeSolana({ params: { transaction }, account, ask })
  expect(described.findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'permanentDelegate', values: { symbol: expect.any(String), address: delegate } }),
      expect.objectContaining({ code: 'transferHook', values: { symbol: expect.any(String), address: hook } }),
    ]),
  )
})

test('behavior: a change of a stake’s authority, which no simulation shows', async () => {
  const stake = instructionOf(
    'Stake11111111111111111111111111111111111111',
    [1, 0, 0, 0],
    [account, AccountRole.WRITABLE_SIGNER],
  )
  const transaction = wireOf({ feePayer: account, instructions: [stake] })
  expect(codesOf(await describeSolana({ params: { transaction }, account }), 'warn')).toContain('blindData')
})

test('error: unreadable lookup tables, foreign accounts, unknown methods', async () => {
  const foreign = wireOf({
    feePayer: addressOf(8),
    instructions: [
      getTransferSolInstruction({ source: signerOf(addressOf(8)), destination: addressOf(3), amount: 1n }),
    ],
  })
  expect(codesOf(await describeSolana({ params: { transaction: foreign }, account }), 'refuse')).toEqual([
    'accountMismatch',
  ])
  const mine = wireOf({ feePayer: account, instructions: [] })
  const other = await describeSolana({ params: { transaction: mine, pubkey: addressOf(8) }, account })
  expect(codesOf(other, 'refuse')).toEqual(['accountMismatch'])
  expect(codesOf(await describeSolana({ method: 'eth_sign', params: {}, account }))).toEqual(['methodForbidden'])
  // A table at the end of a message: its address, one writable account, no read-only ones.
  const bytes = fromBase64(
    wireOf({
      feePayer: account,
      instructions: [getTransferSolInstruction({ source: signerOf(account), destination: addressOf(3), amount: 1n })],
    }),
  )
  const tabled = Uint8Array.from([...bytes.slice(0, -1), 1, ...fromBase58(addressOf(50)), 1, 0, 0])
  const described = await describeSolana({ params: { transaction: toBase64(tabled) }, account })
  expect(described.findings).toMatchObject([{ code: 'accountsUnresolved', values: { address: addressOf(50) } }])
})

function fromBase58(text: string): Uint8Array {
  const wire = readTransaction(fromBase64(wireOf({ feePayer: text, instructions: [] })))
  // The only account, after the header of a version 0 message.
  return wire.messageBytes.slice(5, 37)
}
