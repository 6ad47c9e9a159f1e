import fc from 'fast-check'
import { encodeErrorResult, encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { RpcError } from '../../http/createGatewayClient.ts'
import { assertTransfer, buildTransfer, readTransfer } from './buildTransfer.ts'
import { checksumAddress } from './checksumAddress.ts'
import { decimalsCall, decodeTransfer, decodeUint256, encodeBalanceOf, encodeTransfer } from './erc20.ts'
import { readRevertReason } from './readRevertReason.ts'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe('compared with viem', () => {
  test('behavior: addresses have the same checksum', () => {
    fc.assert(
      fc.property(address, (value) => {
        expect(checksumAddress(value.toLowerCase())).toBe(value)
      }),
    )
  })

  test('behavior: token calls have the same encoding and are read back', () => {
    fc.assert(
      fc.property(address, uint256, (receiver, amount) => {
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, amount] })
        expect(encodeTransfer({ receiver, amount })).toBe(data)
        expect(decodeTransfer(data)).toStrictEqual({ receiver: receiver.toLowerCase(), amount })
        expect(encodeBalanceOf(receiver)).toBe(
          encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [receiver] }),
        )
      }),
    )
    expect(decimalsCall).toBe(encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }))
  })
})

describe('the signed call is the one that was shown', () => {
  test('behavior: every built call has the requested token, receiver and amount', () => {
    fc.assert(
      fc.property(fc.option(address, { nil: undefined }), address, uint256, (token, receiver, amount) => {
        const call = buildTransfer({ token, receiver, amount })
        expect(readTransfer(call)).toStrictEqual({
          token,
          receiver: token ? receiver.toLowerCase() : receiver,
          amount,
        })
        expect(call.value).toBe(token ? 0n : amount)
      }),
    )
  })

  test('error: a call that differs in any of the three, or in a byte, is refused', () => {
    fc.assert(
      fc.property(address, address, address, uint256, fc.nat(), (token, receiver, other, amount, at) => {
        fc.pre(other !== receiver && other !== token)
        const transfer = { token, receiver, amount }
        const call = buildTransfer(transfer)
        const refused = (changed: Parameters<typeof assertTransfer>[0]) =>
          expect(() => assertTransfer(changed)).toThrow(expect.objectContaining({ code: 'send_failed' }))
        refused({ call: { ...call, to: other }, transfer })
        refused({ call: { ...call, value: 1n }, transfer })
        refused({ call: { ...call, data: `${call.data}00` }, transfer })
        refused({ call: buildTransfer({ ...transfer, receiver: other }), transfer })
        refused({ call: buildTransfer({ ...transfer, amount: amount ^ 1n }), transfer })
        // The failure of asks.md #35: the native token would move instead of a token.
        refused({ call: buildTransfer({ ...transfer, token: undefined }), transfer })
        const index = 2 + (at % (call.data.length - 2))
        const digit = call.data[index] === '0' ? '1' : '0'
        const data = `${call.data.slice(0, index)}${digit}${call.data.slice(index + 1)}` as `0x${string}`
        refused({ call: { ...call, data }, transfer })
      }),
    )
  })

  test('error: amounts beyond 256 bits', () => {
    const receiver = `0x${'1'.repeat(40)}`
    for (const amount of [2n ** 256n, -1n])
      expect(() => encodeTransfer({ receiver, amount })).toThrow(expect.objectContaining({ code: 'invalid_amount' }))
  })
})

test('error: an invalid word is not read as a number', () => {
  for (const data of ['0x', undefined, '0x1', `0x${'g'.repeat(64)}`, `0x${'0'.repeat(66)}`])
    expect(() => decodeUint256(data)).toThrow(expect.objectContaining({ code: 'response_invalid' }))
})

describe('readRevertReason', () => {
  const read = (data: unknown) => readRevertReason(new RpcError({ code: 3, message: 'execution reverted', data }))
  const errors = [{ type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] }] as const

  test('default', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~é漢🙂]{1,12}( [!-~é漢🙂]{1,12}){0,4}$/u), (message) => {
        expect(read(encodeErrorResult({ abi: errors, args: [message] }))).toBe(message)
      }),
    )
  })

  test('behavior: a reason without visible characters is ignored', () => {
    for (const message of ['', ' ', '\n\t', '\u200b\u202e'])
      expect(read(encodeErrorResult({ abi: errors, args: [message] }))).toBe('execution reverted')
  })

  test('behavior: known and unknown custom errors are named', () => {
    expect(read(`0xe450d38c${'0'.repeat(192)}`)).toBe('execution reverted (ERC20InsufficientBalance)')
    expect(read('0x12345678')).toBe('execution reverted (0x12345678)')
    expect(read('0x')).toBe('execution reverted')
    expect(read({ unexpected: true })).toBe('execution reverted')
  })

  test('error: any bytes are read without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(typeof read(`0x08c379a0${Buffer.from(bytes).toString('hex')}`)).toBe('string')
      }),
    )
  })
})
