import fc from 'fast-check'
import { toPackedUserOperation, type UserOperation as ViemOperation } from 'viem/account-abstraction'
import { describe, expect, it } from 'vitest'
import { delegationFactory } from '../delegation/delegationFactory.ts'
import { fromRpcOperation } from './fromRpcOperation.ts'
import { InvalidOperation } from './InvalidOperation.ts'
import { packOperation } from './packOperation.ts'
import { toRpcOperation } from './toRpcOperation.ts'
import type { UserOperation } from './UserOperation.ts'

type Hex = `0x${string}`
const hex = (options: { minLength?: number; maxLength: number }) =>
  fc.uint8Array(options).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const address = hex({ minLength: 20, maxLength: 20 })
const bytes = hex({ maxLength: 80 })
const gas = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })
const factory = fc.oneof(
  fc.constant({}),
  fc.record({ factory: address, factoryData: bytes }),
  fc.record({
    factory: fc.constant(delegationFactory),
    factoryData: bytes,
    eip7702Auth: fc.record({
      address,
      chainId: fc.nat(),
      nonce: fc.nat(),
      r: hex({ minLength: 32, maxLength: 32 }),
      s: hex({ minLength: 32, maxLength: 32 }),
      yParity: fc.nat(1),
    }),
  }),
)
const paymaster = fc.oneof(
  fc.constant({}),
  fc.record({
    ...{ paymaster: address, paymasterData: bytes },
    ...{ paymasterVerificationGasLimit: gas, paymasterPostOpGasLimit: gas },
  }),
)
const operations: fc.Arbitrary<UserOperation> = fc
  .tuple(
    fc.record({
      ...{ sender: address, nonce: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), callData: bytes, signature: bytes },
      ...{ callGasLimit: gas, verificationGasLimit: gas, preVerificationGas: gas },
      ...{ maxFeePerGas: gas, maxPriorityFeePerGas: gas },
    }),
    factory,
    paymaster,
  )
  .map((parts) => Object.assign({}, ...parts))

const rpc = toRpcOperation({
  ...{ sender: `0x${'11'.repeat(20)}`, nonce: 3n, callData: '0xabcd', signature: '0x' },
  ...{ callGasLimit: 1n, verificationGasLimit: 2n, preVerificationGas: 3n, maxFeePerGas: 4n, maxPriorityFeePerGas: 5n },
})

describe('operations as JSON', () => {
  it('behavior: a written operation parses to the same operation, through JSON', () => {
    fc.assert(
      fc.property(operations, (operation) => {
        expect(fromRpcOperation(JSON.parse(JSON.stringify(toRpcOperation(operation))))).toEqual(operation)
      }),
    )
  })

  it('behavior: packs in the format of the EntryPoint', () => {
    fc.assert(
      fc.property(operations, (operation) => {
        const packed = packOperation(operation)
        const { initCode, ...others } = toPackedUserOperation(operation as ViemOperation)
        expect(packed).toMatchObject(others)
        if (operation.factory !== delegationFactory) expect(packed.initCode).toBe(initCode)
        else expect(packed.initCode).toBe(`0x7702${'0'.repeat(36)}${operation.factoryData?.slice(2)}`)
      }),
    )
  })

  it('behavior: accepts leading zeros, null for missing fields, and the long form of 0x7702', () => {
    expect(fromRpcOperation({ ...rpc, nonce: '0x0003', paymaster: null, factory: null })).toEqual(fromRpcOperation(rpc))
    expect(fromRpcOperation({ ...rpc, factory: `0x7702${'00'.repeat(18)}` }).factory).toBe(delegationFactory)
  })

  it('behavior: gas, fees and signature are optional for a measurement', () => {
    const { sender, nonce, callData } = rpc
    const measured = fromRpcOperation({ sender, nonce, callData, paymaster: sender }, { unmeasured: true })
    expect(measured).toMatchObject({ callGasLimit: 0n, maxFeePerGas: 0n, signature: '0x', paymasterPostOpGasLimit: 0n })
    expect(() => fromRpcOperation({ sender, nonce, callData })).toThrow(InvalidOperation)
    expect(() => fromRpcOperation({ sender, nonce }, { unmeasured: true })).toThrow('callData is missing')
  })

  it.each([
    ['nothing', null, 'an object'],
    ['a list', [rpc], 'an object'],
    ['a field of EntryPoint v0.6', { ...rpc, initCode: '0x' }, 'initCode'],
    ['a short address', { ...rpc, sender: '0x11' }, 'sender'],
    ['a decimal number', { ...rpc, nonce: '3' }, 'nonce'],
    ['a number', { ...rpc, nonce: 3 }, 'nonce'],
    ['no digits', { ...rpc, callGasLimit: '0x' }, 'callGasLimit'],
    ['a negative number', { ...rpc, callGasLimit: '-0x1' }, 'callGasLimit'],
    ['too much gas', { ...rpc, callGasLimit: `0x1${'0'.repeat(32)}` }, 'callGasLimit'],
    ['too large a number', { ...rpc, nonce: `0x1${'0'.repeat(64)}` }, 'nonce'],
    ['half a byte', { ...rpc, callData: '0xabc' }, 'callData'],
    ['no hexadecimal', { ...rpc, signature: '0xzz' }, 'signature'],
    ['data without a factory', { ...rpc, factoryData: '0x12' }, 'factoryData'],
    ['gas without a paymaster', { ...rpc, paymasterPostOpGasLimit: '0x12' }, 'paymasterPostOpGasLimit'],
    ['a paymaster without gas', { ...rpc, paymaster: rpc.sender }, 'paymasterVerificationGasLimit'],
    ['an authorization that is none', { ...rpc, eip7702Auth: { address: rpc.sender } }, 'eip7702Auth.yParity'],
  ])('error: %s', (_, value, message) => {
    expect(() => fromRpcOperation(value)).toThrow(message)
    expect(() => fromRpcOperation(value)).toThrow(InvalidOperation)
  })
})
