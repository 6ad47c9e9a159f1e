import { encodeErrorResult, parseAbi } from 'viem/utils'
import { expect, test } from 'vitest'
import { explainRefusal, readReason } from './explainRefusal.ts'

const abi = parseAbi([
  'error Error(string reason)',
  'error ERC2612InvalidSigner(address signer, address owner)',
  'error Odd()',
])
const told = (reason: string) => encodeErrorResult({ abi, errorName: 'Error', args: [reason] })
const revert = (reason: string) => ({ code: 3, message: `execution reverted: ${reason}`, data: told(reason) })
const nobody = `0x${'1'.repeat(40)}` as const

test("default: reads the reason from the data, else from the node's message", () => {
  expect(readReason(revert('STF'))).toBe('STF')
  expect(readReason({ code: 3, message: 'execution reverted', data: { data: told('STF') } })).toBe('STF')
  expect(readReason({ code: -32000, message: 'execution reverted: Too little received' })).toBe('Too little received')
  expect(
    readReason({
      code: -32000,
      message: "VM Exception while processing transaction: reverted with reason string 'STF'",
    }),
  ).toBe('STF')
  expect(readReason({ code: 3, message: 'execution reverted', data: '0x' })).toBe('')
  expect(
    readReason({ code: 3, message: 'execution reverted', data: encodeErrorResult({ abi, errorName: 'Odd' }) }),
  ).toBe('')
})

test('default: a result below the minimum means that the price moved', () => {
  for (const reason of ['Too little received', 'Insufficient token', 'Insufficient WETH9']) {
    expect(explainRefusal(revert(reason)).code).toBe('quote_outdated')
  }
})

test('default: describes other reasons in words', () => {
  const sentence = (refusal: Parameters<typeof explainRefusal>[0]) => {
    const { code, message } = explainRefusal(refusal)
    expect(code).toBe('simulation_failed')
    return message
  }
  expect(sentence(revert('STF'))).toMatch(/approved amount/)
  expect(sentence(revert('Transaction too old'))).toMatch(/deadline/)
  const data = encodeErrorResult({ abi, errorName: 'ERC2612InvalidSigner', args: [nobody, nobody] })
  expect(sentence({ code: 3, message: 'execution reverted', data })).toMatch(/signed permit/)
  expect(sentence({ code: -32003, message: 'Insufficient funds for gas * price + value' })).toMatch(/native token/)
  expect(sentence(revert('UniswapV2: LOCKED'))).toMatch(/rejected it: UniswapV2: LOCKED$/)
  expect(sentence({ code: 3, message: 'execution reverted' })).toMatch(/A token or a pool rejected it/)
})

test('behavior: does not show sentences that a token wrote', () => {
  for (const reason of ['Visit claim.example', 'Send all to 0x1234', 'a'.repeat(41), '<b>']) {
    const { message } = explainRefusal(revert(reason))
    expect(message).toBe('The transaction would fail. A token or a pool rejected it')
  }
})
