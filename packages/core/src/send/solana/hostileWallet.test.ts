import { decodeBase58, encodeBase58 } from '@latchkey/protocol'
import { buildTransfer, programs, readTransaction, type Transfer } from '@latchkey/solana'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromBase64 } from '../../chains/solana/base64.ts'
import { createSolanaChain } from '../../chains/solana/createSolanaChain.ts'
import { sendOnSolana } from '../../testing/sendOnSolana.ts'
import type { SendPreview } from '../SendFeature.ts'
import { prepareSolanaSend } from './prepareSolanaSend.ts'
import { signSolanaTransfer, toTransfer } from './signSolanaTransfer.ts'

const { node, gateway, person, tokenOf, nativeRow, rowOf, subjectOf, providerOf, request, advance } = sendOnSolana()

const stranger = encodeBase58(new Uint8Array(32).fill(77))
const budget = { unitLimit: 100_000, unitPrice: undefined }

async function previewOf(kind: 'sol' | 'usd' | 'transfer-fee', receiver = person(1).address): Promise<SendPreview> {
  const result = await prepareSolanaSend({
    form: {
      token: kind === 'sol' ? nativeRow() : rowOf(tokenOf(kind)),
      ...{ sendTokenAmount: '1.5', receiverAddress: receiver, speed: 'standard' },
    },
    subject: subjectOf(person(0)),
    ...{ node: node(), nativeRow: undefined },
  })
  if ('issues' in result) throw new Error(JSON.stringify(result.issues))
  return result.preview
}

/** Appends an instruction of a program that is new to the transaction. It has no accounts. */
function append(wire: Uint8Array, program: string, data: Uint8Array): Uint8Array {
  const [readonlyAt, countAt] = [1 + 64 + 3, 1 + 64 + 4]
  const keys = wire[countAt] ?? 0
  const keysEnd = countAt + 1 + 32 * keys
  const instructionsAt = keysEnd + 32
  const changed = new Uint8Array([
    ...wire.subarray(0, keysEnd),
    ...(decodeBase58(program) ?? []),
    ...wire.subarray(keysEnd, instructionsAt),
    (wire[instructionsAt] ?? 0) + 1,
    ...wire.subarray(instructionsAt + 1, wire.length - 1),
    ...[keys, 0, data.length],
    ...data,
    0,
  ])
  changed[readonlyAt] = (changed[readonlyAt] ?? 0) + 1
  changed[countAt] = keys + 1
  return changed
}

const blockhashOf = (wire: Uint8Array) => {
  const { lifetime } = readTransaction(wire)
  return lifetime.type === 'blockhash' ? lifetime.blockhash : ''
}

describe('a wallet that signs another payment', () => {
  let previews: Record<'sol' | 'usd' | 'transfer-fee' | 'new', SendPreview>
  beforeAll(async () => {
    previews = {
      sol: await previewOf('sol'),
      usd: await previewOf('usd'),
      'transfer-fee': await previewOf('transfer-fee'),
      new: await previewOf('usd', stranger),
    }
  })
  const sign = (preview: SendPreview, change: (wire: Uint8Array) => Uint8Array) =>
    signSolanaTransfer({ node: node(), provider: providerOf(person(0), change), preview })
  const refused = (preview: SendPreview, change: (wire: Uint8Array) => Uint8Array) =>
    expect(sign(preview, change)).rejects.toMatchObject({ code: 'send_failed' })
  const rebuilt = (transfer: Transfer) => (wire: Uint8Array) =>
    buildTransfer({ transfer, blockhash: blockhashOf(wire), budget })

  test('error: another token, mint, decimals, receiver, amount or fee is not sent', async () => {
    const sol = toTransfer(previews.sol)
    const usd = toTransfer(previews.usd)
    const toll = toTransfer(previews['transfer-fee'])
    if (!usd.token || !toll.token) throw new Error('No token')
    await refused(previews.sol, rebuilt({ ...sol, receiver: stranger }))
    await refused(previews.sol, rebuilt({ ...sol, amount: sol.amount + 1n }))
    // asks.md 35: SOL was sent instead of a token.
    await refused(previews.usd, rebuilt({ ...usd, token: undefined }))
    await refused(previews.usd, rebuilt({ ...usd, token: { ...usd.token, mint: tokenOf('site').address } }))
    await refused(previews.usd, rebuilt({ ...usd, token: { ...usd.token, decimals: 9 } }))
    await refused(previews.usd, rebuilt({ ...usd, token: { ...usd.token, destination: stranger } }))
    await refused(previews.usd, rebuilt({ ...usd, amount: 1n }))
    await refused(previews['transfer-fee'], rebuilt({ ...toll, token: { ...toll.token, fee: toll.amount } }))
    await refused(previews['transfer-fee'], rebuilt({ ...toll, token: { ...toll.token, fee: undefined } }))
    await refused(previews.new, rebuilt({ ...toTransfer(previews.new), receiver: person(2).address }))
  })

  test('error: an additional instruction, a missing signature, a missing transaction', async () => {
    const memo = new TextEncoder().encode('hello')
    await refused(previews.sol, (wire) => append(wire, programs.memo, memo))
    await refused(previews.usd, (wire) => append(wire, stranger, new Uint8Array([1])))
    // The first two instructions of Lighthouse write data.
    await refused(previews.usd, (wire) => append(wire, programs.lighthouse, new Uint8Array([0, 1])))
    const answers = { ...providerOf(person(0)) }
    for (const answer of [new Uint8Array(), new Uint8Array(200).fill(9)])
      await expect(
        signSolanaTransfer({
          node: node(),
          provider: { ...answers, signTransaction: async () => answer },
          preview: previews.sol,
        }),
      ).rejects.toMatchObject({ code: 'send_failed' })
    const unsigned = {
      ...answers,
      signTransaction: async ({ transaction }: { transaction: Uint8Array }) => transaction,
    }
    await expect(signSolanaTransfer({ node: node(), provider: unsigned, preview: previews.sol })).rejects.toMatchObject(
      {
        code: 'send_failed',
      },
    )
  })

  test('error: row and transaction have different tokens', async () => {
    const { usd, sol } = previews
    for (const preview of [
      { ...usd, token: rowOf(tokenOf('site')) },
      { ...usd, token: nativeRow() },
      { ...sol, token: usd.token },
      { ...sol, amountText: '1' },
      { ...usd, receiver: stranger },
      { ...usd, transaction: { ...usd.transaction, destination: stranger } },
      { ...usd, token: { ...usd.token, quantity: { decimals: '8', numeric: '1' } } },
    ])
      await refused(preview as SendPreview, (wire) => wire)
  })

  test('behavior: a wallet may add an assertion, its own price within bounds and a newer blockhash', async () => {
    const { lastValidBlockHeight } = await node().blockhash()
    const guarded = await sign(previews.usd, (wire) => append(wire, programs.lighthouse, new Uint8Array([6, 1])))
    expect(guarded.validUntil).toBeGreaterThanOrEqual(lastValidBlockHeight)
    const transfer = toTransfer(previews.sol)
    const priced = (unitPrice: bigint) => (wire: Uint8Array) =>
      buildTransfer({ transfer, blockhash: blockhashOf(wire), budget: { unitLimit: 1_000, unitPrice } })
    await sign(previews.sol, priced(1_000_000_000n))
    await refused(previews.sol, priced(1_000_000_001n))
    const renewed = await sign(previews.sol, () => buildTransfer({ transfer, blockhash: stranger, budget }))
    expect(renewed.validUntil).toBeGreaterThan(lastValidBlockHeight)
  })
})

describe('a signed payment after submission', () => {
  test('behavior: unknown, pending, confirmed, final', async () => {
    const chain = createSolanaChain({ gateway: gateway() })
    const signed = await signSolanaTransfer({
      ...{ node: node(), provider: providerOf(person(0)), preview: await previewOf('usd') },
    })
    expect(await chain.status(signed)).toStrictEqual({ type: 'unknown' })
    expect(await chain.isExpired(signed)).toBe(false)
    await chain.broadcast(signed)
    expect(await chain.status(signed)).toMatchObject({ type: 'confirmed', final: false })
    advance(40)
    expect(await chain.status(signed)).toMatchObject({ type: 'confirmed', final: true })
    advance(400)
    // It remains even long after its expiry.
    expect(await chain.isExpired(signed)).toBe(false)
    await chain.broadcast(signed).catch(() => {})
    expect(await chain.status(signed)).toMatchObject({ type: 'confirmed', final: true })
  })

  test('behavior: a payment that was not sent in time can never be mined', async () => {
    const chain = createSolanaChain({ gateway: gateway() })
    const signed = await signSolanaTransfer({
      ...{ node: node(), provider: providerOf(person(0)), preview: await previewOf('sol') },
    })
    advance(100)
    expect(await chain.isExpired(signed)).toBe(false)
    advance(200)
    expect(await chain.isExpired(signed)).toBe(true)
    // A node that lags behind, or has lost the old blocks, cannot decide.
    const answers = { getSignatureStatuses: { context: { slot: 1 }, value: [null] }, getFirstAvailableBlock: 10 ** 9 }
    for (const [method, answer] of Object.entries(answers)) {
      const other = {
        request: async (...call: Parameters<typeof request>) => (call[0] === method ? answer : request(...call)),
      }
      expect(await createSolanaChain({ gateway: other }).isExpired(signed)).toBe(false)
    }
    expect(await chain.isExpired({ ...signed, plan: undefined })).toBe(false)
    // The height decides, not the node's error.
    await expect(chain.broadcast(signed)).rejects.not.toMatchObject({ code: 'simulation_failed' })
    expect(await chain.status(signed)).toStrictEqual({ type: 'unknown' })
  })

  test('error: a refusal by the network has its reason', async () => {
    const chain = createSolanaChain({ gateway: gateway() })
    const preview = await previewOf('usd')
    const broke = { ...preview, amount: 10n ** 18n, amountText: '1000000000000' }
    const signed = await signSolanaTransfer({ node: node(), provider: providerOf(person(0)), preview: broke })
    await expect(chain.broadcast(signed)).rejects.toMatchObject({ code: 'simulation_failed' })
    const bytes = fromBase64(signed.raw) ?? new Uint8Array()
    bytes[10] = (bytes[10] ?? 0) ^ 1
    const raw = btoa(String.fromCharCode(...bytes))
    await expect(chain.broadcast({ ...signed, raw })).rejects.toMatchObject({ code: 'simulation_failed' })
    expect(await request('getHealth')).toBe('ok')
  })
})
