import type { EvmAddress } from '@latchkey/protocol'
import { encodeCalls, entryPoint08, packOperation } from '@latchkey/smart-account'
import { concat, encodeFunctionData, type Hex, numberToHex, pad } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { eventTopics } from '../chains/eventTopics.ts'
import type { RpcLog, RpcTransaction } from '../chains/rpcTypes.ts'
import { readOperations } from './readOperations.ts'

const at = (digit: number): EvmAddress => `0x${String(digit).repeat(40)}`
const [ann, bob, token, paymaster] = [at(1), at(2), at(3), at(4)]
const word = (value: Hex | number) => pad(typeof value === 'number' ? numberToHex(value) : value, { size: 32 })

const operation = (sender: EvmAddress, callData: Hex) =>
  packOperation({
    ...{ sender, nonce: 0n, callData, signature: '0x' },
    ...{ verificationGasLimit: 1n, callGasLimit: 1n, preVerificationGas: 1n },
    ...{ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
  })
const bundle = (...operations: ReturnType<typeof operation>[]): RpcTransaction => ({
  ...{ hash: '0x01', from: at(9), to: entryPoint08, value: '0x0', nonce: '0x0' },
  input: encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args: [operations, at(9)] as never }),
})
const log = (topics: Hex[], data: Hex = '0x', address: Hex = entryPoint08): RpcLog => ({
  ...{ address, topics, data, logIndex: '0x0' },
})
const event = (sender: EvmAddress, { paidBy = at(0), success = 1, address = entryPoint08 as Hex } = {}) =>
  log(
    [eventTopics.userOperation, word(5), word(sender), word(paidBy)],
    concat([word(0), word(success), word(700), word(7)]),
    address,
  )
const executing = log([eventTopics.beforeExecution])
const moved = log([eventTopics.transfer], '0x', token)

test('behavior: each operation has the logs between the previous operation’s event and its own', () => {
  const input = bundle(
    operation(ann, encodeCalls([{ to: bob, value: 3n }])),
    operation(
      bob,
      encodeCalls([
        { to: token, data: '0x095ea7b3' },
        { to: ann, value: 4n, data: '0xa9059cbb' },
      ]),
    ),
  )
  const logs = [moved, executing, moved, event(ann), moved, moved, event(bob, { paidBy: paymaster })]
  expect(readOperations(input, { logs })).toEqual([
    {
      ...{ sender: ann, success: true, fee: 700n, firstLog: 2, endLog: 3 },
      ...{ calls: [{ to: bob, value: 3n }], receiver: bob, selector: null, value: 3n },
    },
    {
      ...{ sender: bob, success: true, fee: 0n, firstLog: 4, endLog: 6 },
      calls: [
        { to: token, value: 0n },
        { to: ann, value: 4n },
      ],
      ...{ receiver: ann, selector: '0xe9ae5c53', value: 4n },
    },
  ])
})

test('behavior: threat 23: ignores events of this name by other contracts, and transactions that are no bundle', () => {
  const input = bundle(operation(ann, encodeCalls([{ to: bob, value: 3n }])))
  const logs = [executing, event(bob, { address: token }), event(ann, { success: 0 })]
  expect(readOperations(input, { logs })).toMatchObject([{ sender: ann, success: false, firstLog: 1, endLog: 2 }])
  expect(readOperations({ ...input, to: token }, { logs })).toEqual([])
})

test('behavior: ignores call data of another account, or of another operation', () => {
  const unread = { calls: [], receiver: ann, value: 0n }
  const other = bundle(operation(ann, '0x12345678'))
  expect(readOperations(other, { logs: [event(ann)] })).toMatchObject([{ ...unread, selector: '0x12345678' }])
  const swapped = bundle(operation(bob, encodeCalls([{ to: token, value: 9n }])))
  expect(readOperations(swapped, { logs: [event(ann)] })).toMatchObject([{ ...unread, selector: null }])
  expect(readOperations({ ...other, input: '0x00' }, { logs: [event(ann)] })).toMatchObject([unread])
})
