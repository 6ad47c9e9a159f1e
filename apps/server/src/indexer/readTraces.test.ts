import type { EvmAddress } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { readCallTracer, readFlatTraces } from './readTraces.ts'

const at = (digit: number): EvmAddress => `0x${String(digit).repeat(40)}`
const moved = (from: number, to: number, amount: bigint) => ({ sender: at(from), receiver: at(to), amount })

test('default: calls with value below the top level are internal transfers', () => {
  const call = { type: 'CALL', from: at(2), to: at(3), value: '0x5' }
  const frame = {
    type: 'CALL',
    from: at(1),
    to: at(2),
    value: '0x9',
    calls: [
      { ...call, calls: [{ type: 'CREATE2', from: at(3), to: at(4), value: '0x1' }] },
      { type: 'DELEGATECALL', from: at(2), to: at(5), value: '0x9' },
      { type: 'STATICCALL', from: at(2), to: at(5) },
      { type: 'CALL', from: at(2), to: at(6), value: '0x0' },
      { type: 'SELFDESTRUCT', from: at(2), to: at(7), value: '0x2' },
    ],
  }
  expect(readCallTracer([{ result: frame }, { result: { type: 'CALL' } }])).toEqual(
    new Map([[0, [moved(2, 3, 5n), moved(3, 4, 1n), moved(2, 7, 2n)]]]),
  )
})

test('behavior: a failed call reverts everything below it', () => {
  const inner = { type: 'CALL', from: at(3), to: at(4), value: '0x1' }
  const failed = { type: 'CALL', from: at(2), to: at(3), value: '0x5', error: 'reverted', calls: [inner] }
  expect(readCallTracer([{ result: { type: 'CALL', calls: [failed] } }])).toEqual(new Map())
  expect(readCallTracer([{ result: { type: 'CALL', error: 'reverted', calls: [inner] } }])).toEqual(new Map())
})

test('error: a block without traces is unknown, not empty', () => {
  expect(readCallTracer([{ error: 'Resource not found', txHash: '0x' }])).toBeUndefined()
  expect(readCallTracer(null)).toBeUndefined()
  expect(readFlatTraces(null, 1)).toBeUndefined()
  expect(readFlatTraces([], 1)).toBeUndefined()
  expect(readFlatTraces([], 0)).toEqual(new Map())
})

test('default: flat traces give the same result', () => {
  const call = (path: number[], from: number, to: number, value: string, more: object = {}) => ({
    type: 'call',
    action: { from: at(from), to: at(to), value, callType: 'call' },
    traceAddress: path,
    transactionPosition: 0,
    ...more,
  })
  const traces = [
    call([], 1, 2, '0x9'),
    call([0], 2, 3, '0x5'),
    {
      type: 'create',
      action: { from: at(3), value: '0x1' },
      result: { address: at(4) },
      traceAddress: [0, 0],
      transactionPosition: 0,
    },
    { ...call([1], 2, 5, '0x9'), action: { from: at(2), to: at(5), value: '0x9', callType: 'delegatecall' } },
    call([2], 2, 6, '0x3', { error: 'Reverted' }),
    call([2, 0], 6, 7, '0x3'),
    call([20], 2, 8, '0x4'),
    {
      type: 'suicide',
      action: { address: at(2), refundAddress: at(7), balance: '0x2' },
      traceAddress: [21],
      transactionPosition: 0,
    },
    { type: 'reward', action: { value: '0x1' }, traceAddress: [], transactionPosition: null },
  ]
  expect(readFlatTraces(traces, 1)).toEqual(
    new Map([[0, [moved(2, 3, 5n), moved(3, 4, 1n), moved(2, 8, 4n), moved(2, 7, 2n)]]]),
  )
  const reverted = call([], 1, 2, '0x9', { error: 'Reverted' })
  expect(readFlatTraces([reverted, call([0], 2, 3, '0x5')], 1)).toEqual(new Map())
  // The failure belongs to one transaction. The next one in the block has calls at the same positions.
  const next = { transactionPosition: 1 }
  expect(readFlatTraces([reverted, call([], 1, 2, '0x9', next), call([0], 2, 3, '0x5', next)], 2)).toEqual(
    new Map([[1, [moved(2, 3, 5n)]]]),
  )
})
