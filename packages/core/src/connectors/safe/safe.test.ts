import { LatchkeyError } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestEnvironment } from '../../testing/createTestEnvironment.ts'
import { readCall } from './readCalls.ts'
import { readSafeInfo } from './readSafeInfo.ts'
import { signInSafe } from './signInSafe.ts'
import { type AskSafe, safeDecisionTimeout, waitForTransaction } from './waitForTransaction.ts'

const safeTxHash = `0x${'aa'.repeat(32)}`
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('behavior: a call is read exactly or refused; no value is guessed', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.uint8Array({ maxLength: 64 }), (value, bytes) => {
      const data = `0x${Buffer.from(bytes).toString('hex')}`
      const read = { to: address, value: value.toString(), data }
      expect(readCall({ to: address, value: `0x${value.toString(16)}`, data, gas: '0x1', nonce: '0x2' })).toStrictEqual(
        read,
      )
      expect(readCall({ to: address, value, input: data })).toStrictEqual(read)
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue(), (call) => {
      expect(() => readCall(call)).toThrow(expect.objectContaining({ code: 'malformed_request' }))
    }),
  )
})

test('behavior: a Safe reports its chain as a number or text; anything else is refused', () => {
  const origin = 'https://safe.example'
  const data = { safeAddress: address.toLowerCase(), chainId: 1 }
  expect(readSafeInfo({ data, origin })).toStrictEqual({ address, chainId: 'eip155:1', origin })
  expect(readSafeInfo({ data: { ...data, chainId: '100' }, origin }).chainId).toBe('eip155:100')
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(() => readSafeInfo({ data: value, origin })).toThrow(LatchkeyError)
    }),
  )
})

test('error: owners who have not decided after half an hour: it may still be sent', async () => {
  const environment = createTestEnvironment()
  let asked = 0
  const ask: AskSafe = async () => {
    asked++
    return { txStatus: 'AWAITING_CONFIRMATIONS', txHash: null }
  }
  const waiting = waitForTransaction({ ask, safeTxHash, environment })
  const ended = expect(waiting).rejects.toMatchObject({ code: 'transaction_uncertain' })
  await environment.advance(0)
  await environment.advance(safeDecisionTimeout + 10_000)
  await ended
  // Once per second at first, later every ten seconds.
  expect(asked).toBeGreaterThan(180)
  expect(asked).toBeLessThan(200)
  expect(environment.timers()).toBe(0)
})

test('error: a message that the owners never sign, an invalid answer, and a failed transaction', async () => {
  const environment = createTestEnvironment()
  const sign = (ask: AskSafe) => signInSafe({ ask, method: 'signMessage', params: {}, environment })
  const waiting = sign(async (method) => (method === 'signMessage' ? { messageHash: safeTxHash } : ''))
  const ended = expect(waiting).rejects.toMatchObject({ code: 'wallet_timeout' })
  await environment.advance(0)
  await environment.advance(safeDecisionTimeout + 10_000)
  await ended
  await expect(sign(async () => ({ signature: '0x' }))).rejects.toMatchObject({ code: 'response_invalid' })
  const failed: AskSafe = async () => ({ txStatus: 'FAILED', txHash: null })
  await expect(waitForTransaction({ ask: failed, safeTxHash, environment })).rejects.toMatchObject({
    code: 'send_failed',
  })
})
