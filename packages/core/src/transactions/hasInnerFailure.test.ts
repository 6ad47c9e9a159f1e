import { encodeAbiParameters, pad, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { hasInnerFailure } from './hasInnerFailure.ts'

const account = '0x140BBf461e33044E4193730d1511EA2894edb528'
const other = '0x68B7d0f2E33a966B443629aF2911BbA115f88Fb1'

function operation(success: boolean, sender: `0x${string}` = account) {
  const event = toEventSelector('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)')
  const types = [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }] as const
  const data = encodeAbiParameters(types, [1n, success, 2n, 3n])
  return { address: other, topics: [event, pad('0x1'), pad(sender), pad('0x0')], data }
}
const safeFailure = (address: string) => ({
  ...{ address, topics: [toEventSelector('ExecutionFailure(bytes32,uint256)'), pad('0x1')], data: pad('0x0') },
})

test.each([
  ['its calls were done', [operation(true)], false],
  ['its calls were refused', [operation(false)], true],
  ['those of another were refused', [operation(false, other), operation(true)], false],
  ['one of two was refused', [operation(false), operation(true)], false],
  ['a Safe says so itself', [safeFailure(account)], true],
  ['another Safe says so', [safeFailure(other)], false],
  ['nothing is written', [], false],
  ['what is written is unreadable', [null, {}, { topics: 'x' }, { topics: [operation(false).topics[0]] }], false],
  ['there is no list', undefined, false],
])('default: %s', (_, logs, expected) => {
  expect(hasInnerFailure({ logs, account })).toBe(expected)
})
