import { concatHex, decodeAbiParameters, keccak256, numberToHex, recoverAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { hashAnswer, signAnswer } from './signAnswer.ts'

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const answer = {
  target: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  request: '0x9061b923aa',
  result: '0x1234',
  expires: 1_755_600_300,
} as const

test('default: encodes result, expiry and signature for the resolver contract', async () => {
  const data = await signAnswer({ signer, ...answer })
  const [result, expires, signature] = decodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    data,
  )
  expect({ result, expires, bytes: (signature.length - 2) / 2 }).toEqual({
    ...{ result: '0x1234', expires: 1_755_600_300n, bytes: 65 },
  })
  // The hash of the contract, assembled by hand.
  const hash = keccak256(
    concatHex([
      ...(['0x1900', answer.target] as const),
      ...[numberToHex(answer.expires, { size: 8 }), keccak256(answer.request), keccak256(answer.result)],
    ]),
  )
  expect(hashAnswer(answer)).toBe(hash)
  expect(await recoverAddress({ hash, signature })).toBe(signer.address)
})

test('threat 100: the signature does not match another contract, question, answer or expiry', () => {
  const others = [
    answer,
    { ...answer, target: '0x00000000219ab540356cBB839Cbe05303d7705Fa' },
    { ...answer, request: '0x9061b923ab' },
    { ...answer, result: '0x1235' },
    { ...answer, expires: answer.expires + 1 },
  ] as const
  expect(new Set(others.map(hashAnswer)).size).toBe(others.length)
})
