import fc from 'fast-check'
import { encodeAbiParameters, encodeFunctionData, encodePacked, getAddress, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { accountAbi } from '../contracts/abis.ts'
import { decodeCalls } from './decodeCalls.ts'
import { encodeCalls } from './encodeCalls.ts'
import { batchMode, callListType, singleMode } from './executionMode.ts'

const hex = (options: { minLength?: number; maxLength: number }) =>
  fc.uint8Array(options).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const call = fc.record({
  to: hex({ minLength: 20, maxLength: 20 }).map((address) => getAddress(address)),
  value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  data: hex({ maxLength: 100 }),
})
const calls = fc.array(call, { minLength: 1, maxLength: 6 })
const to = getAddress(`0x${'ab'.repeat(20)}`)
const execute = (mode: Hex, execution: Hex) =>
  encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [mode, execution] })
const single = encodePacked(['address', 'uint256', 'bytes'], [to, 1n, '0x1234'])
const list = (count: number) =>
  encodeAbiParameters(
    [callListType],
    [Array.from({ length: count }, () => ({ target: to, value: 1n, callData: '0x1234' as const }))],
  )

describe('calls of an account', () => {
  it('behavior: encoded calls decode to the same calls', () => {
    fc.assert(
      fc.property(calls, (all) => {
        expect(decodeCalls(encodeCalls(all))).toEqual(all)
      }),
    )
  })

  it('default: value and data are optional', () => {
    expect(decodeCalls(encodeCalls([{ to }]))).toEqual([{ to, value: 0n, data: '0x' }])
    expect(decodeCalls(execute(singleMode, single))).toEqual([{ to, value: 1n, data: '0x1234' }])
    expect(decodeCalls(execute(batchMode, list(2)))).toHaveLength(2)
    expect(() => encodeCalls([])).toThrow('one call or more')
  })

  it.each([
    ['nothing', '0x'],
    ['another function', '0x12345678'],
    ['a call that is tried', execute(`0x0001${'00'.repeat(30)}`, single)],
    ['a delegate call', execute(`0xff${'00'.repeat(31)}`, single)],
    ['a mode with something in it', execute(`0x00${'00'.repeat(4)}01${'00'.repeat(26)}`, single)],
    ['a list without calls', execute(batchMode, list(0))],
    ['a list of one, which is written as one call', execute(batchMode, list(1))],
    ['a call that is cut', execute(singleMode, '0x1234')],
    ['bytes behind', `${execute(singleMode, single)}00`],
    ['bytes behind the list', execute(batchMode, `${list(2)}${'00'.repeat(32)}`)],
  ] as [string, Hex][])('threat 82: %s does not decode, so that no call can hide', (_, callData) => {
    expect(decodeCalls(callData)).toBeUndefined()
  })

  it('threat 82: a flipped bit decodes to other calls or to none', () => {
    fc.assert(
      fc.property(calls, fc.nat(), fc.integer({ min: 1, max: 255 }), (all, where, flip) => {
        const bytes = Buffer.from(encodeCalls(all).slice(2), 'hex')
        const at = where % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ flip
        const read = decodeCalls(`0x${bytes.toString('hex')}`)
        if (read) expect(read).not.toEqual(all)
      }),
    )
  })
})
