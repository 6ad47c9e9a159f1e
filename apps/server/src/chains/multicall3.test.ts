import type { EvmAddress } from '@latchkey/protocol'
import fc from 'fast-check'
import { encodeFunctionData, encodeFunctionResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { decodeAggregate3, encodeAggregate3 } from './multicall3.ts'
import type { Hex } from './rpcTypes.ts'

const abi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
])
const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => hex(bytes) as EvmAddress)
const bytes = fc.uint8Array({ maxLength: 100 }).map(hex)

test('default: encodes calls like viem', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ target: address, data: bytes }), { maxLength: 12 }), (calls) => {
      const args = calls.map(({ target, data }) => ({ target, allowFailure: true, callData: data }))
      expect(encodeAggregate3(calls)).toBe(encodeFunctionData({ abi, args: [args] }))
    }),
  )
})

test('default: decodes results; failures and empty answers are undefined', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ success: fc.boolean(), returnData: bytes }), { maxLength: 12 }), (results) => {
      const encoded = encodeFunctionResult({ abi, result: results })
      expect(decodeAggregate3(encoded, results.length)).toEqual(
        results.map(({ success, returnData }) => (success && returnData !== '0x' ? returnData : undefined)),
      )
      expect(decodeAggregate3(encoded, results.length + 1)).toBeUndefined()
    }),
  )
})

test('error: rejects truncated and malformed results', () => {
  const encoded = encodeFunctionResult({ abi, result: [{ success: true, returnData: `0x${'ab'.repeat(40)}` }] })
  for (let length = 2; length < encoded.length - 48; length += 2) {
    expect(decodeAggregate3(encoded.slice(0, length) as Hex, 1)).toBeUndefined()
  }
  fc.assert(fc.property(bytes, (data) => void decodeAggregate3(data, 1)))
})
