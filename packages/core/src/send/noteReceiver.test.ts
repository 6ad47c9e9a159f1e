import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksumAddress } from '../chains/eip155/checksumAddress.ts'
import { noteReceiver } from './noteReceiver.ts'

const digit = fc.constantFrom(...'0123456789abcdef')
const address = fc.string({ unit: digit, minLength: 40, maxLength: 40 }).map((digits) => `0x${digits}`)
const own = `0x${'1'.repeat(40)}`

test('default', () => {
  const known = '0x140bbf461e33044e4193730d1511ea2894edb528'
  const history = { addresses: [known], complete: true }
  expect(noteReceiver({ receiver: own.toUpperCase().replace('X', 'x'), own, history })).toStrictEqual({ type: 'own' })
  expect(noteReceiver({ receiver: known, own, history })).toBeUndefined()
  expect(noteReceiver({ receiver: `0x${'2'.repeat(40)}`, own, history })).toStrictEqual({
    type: 'unseen',
    complete: true,
  })
  expect(noteReceiver({ receiver: `0x${'2'.repeat(40)}`, own, history: undefined })).toBeUndefined()
})

test('behavior: threat 23: a token is no receiver', () => {
  const token = `0x${'2'.repeat(40)}`
  const note = (receiver: string, history = { addresses: [token], complete: true }) =>
    noteReceiver({ receiver, own, history, isToken: true })
  expect(note(token)).toStrictEqual({ type: 'token-contract' })
  expect(note(own)).toStrictEqual({ type: 'own' })
  expect(noteReceiver({ receiver: token, own, history: undefined, isToken: true })).toStrictEqual({
    type: 'token-contract',
  })
})

test('behavior: whoever copies the ends that a shortened address shows is found', () => {
  fc.assert(
    fc.property(
      address,
      address,
      fc.integer({ min: 3, max: 8 }),
      fc.integer({ min: 2, max: 8 }),
      (known, other, head, tail) => {
        const receiver = `0x${known.slice(2, 2 + head)}${other.slice(2 + head, 42 - tail)}${known.slice(42 - tail)}`
        fc.pre(receiver !== known && known !== own)
        const notice = noteReceiver({ receiver, own, history: { addresses: [known], complete: false } })
        expect(notice).toStrictEqual({ type: 'look-alike', knownAddress: checksumAddress(known) })
      },
    ),
  )
})

test('behavior: addresses that differ by chance raise no alarm', () => {
  let seed = 7n
  const next = () => {
    seed = (seed * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
    return seed >> 32n
  }
  const random = () => `0x${Array.from({ length: 40 }, () => (next() % 16n).toString(16)).join('')}`
  const addresses = Array.from({ length: 50 }, random)
  const alarms = Array.from({ length: 2000 }, random).filter(
    (receiver) => noteReceiver({ receiver, own, history: { addresses, complete: true } })?.type === 'look-alike',
  )
  expect(alarms.length).toBeLessThanOrEqual(20)
})
