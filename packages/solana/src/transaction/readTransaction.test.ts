import { encodeBase58 } from '@latchkey/protocol'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  type Nonce,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
} from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTransactionMessage } from './isTransactionMessage.ts'
import { readTransaction } from './readTransaction.ts'

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const address = bytes32.map((bytes) => encodeBase58(bytes) as Address)
const instruction = fc.record({
  programAddress: address,
  data: fc.uint8Array({ maxLength: 60 }),
  accounts: fc.array(
    fc.record({
      address,
      role: fc.constantFrom(
        AccountRole.READONLY,
        AccountRole.WRITABLE,
        AccountRole.READONLY_SIGNER,
        AccountRole.WRITABLE_SIGNER,
      ),
    }),
    { maxLength: 5 },
  ),
})
const lifetime = (blockhash: string) => ({ blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n })

function build({
  version,
  feePayer,
  instructions,
  blockhash,
}: {
  version: 'legacy' | 0
  feePayer: Address
  instructions: readonly Instruction[]
  blockhash: string
}) {
  return pipe(
    createTransactionMessage({ version }),
    (message) => setTransactionMessageFeePayer(feePayer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime(blockhash), message),
    (message) => appendTransactionMessageInstructions(instructions, message),
  )
}

const encode = (message: Parameters<typeof compileTransaction>[0]) =>
  new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))

describe('against @solana/kit', () => {
  test('behavior: parses encoded transactions, in both versions', () => {
    const version = fc.constantFrom('legacy' as const, 0 as const)
    fc.assert(
      fc.property(
        version,
        address,
        address,
        fc.array(instruction, { minLength: 1, maxLength: 3 }),
        (version, feePayer, blockhash, instructions) => {
          const wire = encode(build({ version, feePayer, blockhash, instructions }))
          fc.pre(wire.length <= 1232)
          const read = readTransaction(wire)
          expect(read.version).toBe(version)
          expect(read.feePayer).toBe(feePayer)
          expect(read.requiredSigners[0]).toBe(feePayer)
          expect(read.lifetime).toStrictEqual({ type: 'blockhash', blockhash })
          expect(read.signatures.map(({ signature }) => signature)).toStrictEqual(
            read.requiredSigners.map(() => undefined),
          )
          expect(read.instructions.map(({ programAddress }) => programAddress)).toStrictEqual(
            instructions.map(({ programAddress }) => programAddress),
          )
          read.instructions.forEach((each, index) => {
            const given = instructions[index]
            expect(new Uint8Array(each.data)).toStrictEqual(given?.data)
            expect(each.accounts.map(({ key }) => key)).toStrictEqual(given?.accounts.map(({ address }) => address))
            for (const [at, { signer, writable }] of each.accounts.entries()) {
              const role = given?.accounts[at]?.role ?? 0
              // An account that is named twice has the greater of both roles.
              if (role & 1) expect(writable).toBe(true)
              if (role & 2) expect(signer).toBe(true)
            }
          })
          expect(isTransactionMessage(read.messageBytes)).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('behavior: accounts from lookup tables are named by table and index', () => {
    const [program, payer, known, looked, table] = fc.sample(address, { numRuns: 5, seed: 3 }) as [
      Address,
      Address,
      Address,
      Address,
      Address,
    ]
    const instruction = {
      programAddress: program,
      accounts: [
        { address: looked, role: AccountRole.WRITABLE },
        { address: known, role: AccountRole.READONLY },
      ],
      data: new Uint8Array([9]),
    }
    const message = compressTransactionMessageUsingAddressLookupTables(
      build({ version: 0, feePayer: payer, blockhash: known, instructions: [instruction] }) as never,
      { [table]: [payer, program, looked] },
    )
    const read = readTransaction(encode(message as never))
    expect(read.lookupTables).toStrictEqual([{ address: table, writable: [2], readonly: [] }])
    expect(read.instructions[0]?.accounts).toStrictEqual([
      { key: { table, index: 2 }, signer: false, writable: true },
      { key: known, signer: false, writable: false },
    ])
  })

  test('behavior: a durable nonce', () => {
    const [payer, nonceAccount, nonce] = fc.sample(address, { numRuns: 3, seed: 4 }) as [Address, Address, Address]
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(payer, message),
      (message) =>
        setTransactionMessageLifetimeUsingDurableNonce(
          { nonce: nonce as string as Nonce, nonceAccountAddress: nonceAccount, nonceAuthorityAddress: payer },
          message,
        ),
    )
    const read = readTransaction(encode(message))
    expect(read.lifetime).toStrictEqual({ type: 'nonce', nonce, nonceAccount, nonceAuthority: payer })
    expect(read.instructions[0]).toMatchObject({ program: 'system', type: 'advanceNonce', authority: payer })
  })
})

describe('invalid bytes', () => {
  const sample = () => {
    const [payer, program, blockhash] = fc.sample(address, { numRuns: 3, seed: 5 }) as [Address, Address, Address]
    const instructions = [{ programAddress: program, data: new Uint8Array([1, 2, 3]), accounts: [] }]
    return encode(build({ version: 0, feePayer: payer, blockhash, instructions }))
  }
  const refused = (bytes: Uint8Array) =>
    expect(() => readTransaction(bytes)).toThrow(expect.objectContaining({ code: 'malformed_request' }))

  test('error: cut off anywhere, or with an additional byte', () => {
    const wire = sample()
    for (let end = 0; end < wire.length; end++) refused(wire.subarray(0, end))
    refused(new Uint8Array([...wire, 0]))
    refused(new Uint8Array(1233))
  })

  test('error: a length that is not in its shortest form', () => {
    const wire = sample()
    refused(new Uint8Array([0x81, 0x00, ...wire.subarray(1)]))
  })

  test('error: no signers, another number of them, an unknown version, the fee payer as a program, an account twice', () => {
    const wire = sample()
    const message = 1 + 64
    const change = (at: number, value: number) => {
      const changed = wire.slice()
      changed[message + at] = value
      return changed
    }
    refused(change(0, 0x81))
    refused(change(1, 0))
    refused(change(1, 2))
    refused(change(2, 1))
    refused(change(3, 2))
    // version, header, count, two accounts, blockhash, count: then the first instruction's program.
    refused(change(4 + 1 + 64 + 32 + 1, 0))
    refused(change(4 + 1 + 64 + 32 + 1, 2))
    const twice = wire.slice()
    twice.copyWithin(message + 5 + 32, message + 5, message + 5 + 32)
    refused(twice)
  })

  test('property: random and damaged bytes are parsed or refused with a code, nothing else', () => {
    const wire = sample()
    const damaged = fc.tuple(fc.nat(wire.length - 1), fc.nat(255)).map(([at, value]) => {
      const changed = wire.slice()
      changed[at] = value
      return changed
    })
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), damaged), (bytes) => {
        try {
          readTransaction(bytes)
        } catch (error) {
          expect(error).toMatchObject({ code: 'malformed_request' })
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('messages that are transactions', () => {
  test('behavior: text, a challenge and an off-chain message are none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 60, maxLength: 300 }), (text) => {
        expect(isTransactionMessage(new TextEncoder().encode(text))).toBe(false)
      }),
      { numRuns: 200 },
    )
    expect(isTransactionMessage(new Uint8Array(32))).toBe(false)
    const offchain = new TextEncoder().encode(`?solana offchain${'x'.repeat(100)}`)
    offchain[0] = 0xff
    expect(isTransactionMessage(offchain)).toBe(false)
  })

  test('behavior: a message with additional bytes, and one of an unknown version, are', () => {
    const [payer, program, blockhash] = fc.sample(address, { numRuns: 3, seed: 6 }) as [Address, Address, Address]
    const instructions = [{ programAddress: program, data: new Uint8Array(8), accounts: [] }]
    const wire = encode(build({ version: 'legacy', feePayer: payer, blockhash, instructions }))
    const message = wire.subarray(65)
    expect(isTransactionMessage(new Uint8Array([...message, 1, 2]))).toBe(true)
    expect(isTransactionMessage(new Uint8Array([0x81, ...message]))).toBe(true)
  })
})
