import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksumAddress } from '../chains/eip155/checksumAddress.ts'
import { createApiClient } from '../http/createApiClient.ts'
import { localOne } from '../testing/testNetworks.ts'
import { noteReceiver, readCounterparties } from './noteReceiver.ts'

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

test('behavior: threat 23: a token contract is reported as the receiver', () => {
  const token = `0x${'2'.repeat(40)}`
  const note = (receiver: string, history = { addresses: [token], complete: true }) =>
    noteReceiver({ receiver, own, history, known: { type: 'token-contract' } })
  expect(note(token)).toStrictEqual({ type: 'token-contract' })
  expect(note(own)).toStrictEqual({ type: 'own' })
  expect(noteReceiver({ receiver: token, own, history: undefined, known: { type: 'token-contract' } })).toStrictEqual({
    type: 'token-contract',
  })
})

test('behavior: threat 23: a contact is known and its look-alike is not, for any history', () => {
  const contact = checksumAddress('0x140bbf461e33044e4193730d1511ea2894edb528')
  const forged = `0x140b${'0'.repeat(32)}b528`
  const note = (receiver: string, history: string[]) =>
    noteReceiver({ receiver, own, history: { addresses: history, complete: true }, contacts: [contact] })
  expect(note(contact.toLowerCase(), [])).toBeUndefined()
  expect(note(forged, [])).toStrictEqual({ type: 'look-alike', knownAddress: contact, source: 'contacts' })
  expect(note(forged, [forged])).toStrictEqual({ type: 'look-alike', knownAddress: contact, source: 'contacts' })
  expect(note(contact, [forged])).toBeUndefined()
  expect(noteReceiver({ receiver: contact, own, history: undefined, contacts: [contact] })).toBeUndefined()
})

test('behavior: a copy of the ends of a shortened address is found', () => {
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
        expect(notice).toStrictEqual({ type: 'look-alike', knownAddress: checksumAddress(known), source: 'history' })
      },
    ),
  )
})

test('behavior: addresses that differ by chance give no warning', () => {
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

const person = (number: number) => `0x${number.toString(16).padStart(40, 'a')}`
const sent = (to: string, metadata = {}) => ({
  id: `eip155:31337:${to}`,
  metadata: {
    ...{ operationType: 'send', hash: '0x', minedAt: '2026-11-20T00:00:00.000Z', sentFrom: own, sentTo: to },
    ...{ status: 'confirmed', nonce: 0, application: null, chain: 'eip155:31337' },
    ...metadata,
  },
  transfers: [],
})
/** Reads an activity of so many pages, one item each. */
async function read(
  pages: readonly unknown[][],
  options: { receiver?: string; seconds?: number; failing?: number } = {},
) {
  const asked: number[] = []
  const { receiver, seconds = 0, failing } = options
  const client = createApiClient({
    apiUrl: 'https://api.test',
    projectId: '0'.repeat(32),
    fetch: async (url) => {
      const page = Number(new URL(String(url)).searchParams.get('cursor') ?? 0)
      asked.push(page)
      if (page === failing)
        return Response.json({ status: 'FAILED', code: 'rate_limited', reasons: [] }, { status: 429 })
      return Response.json({ data: pages[page], next: page + 1 < pages.length ? String(page + 1) : null })
    },
  })
  const subject = { address: own, network: localOne, accountId: `eip155:31337:${own}` } as const
  const now = () => asked.length * seconds * 1000
  return { asked, history: await readCounterparties({ client, subject, receiver, now }) }
}
const pages = (count: number) => Array.from({ length: count }, (_, index) => [sent(person(index))])

test('behavior: reads the activity until the receiver is found, it ends, or the visitor has waited too long', async () => {
  const all = await read(pages(3), { receiver: person(99) })
  expect(all).toEqual({ asked: [0, 1, 2], history: { addresses: [0, 1, 2].map(person), complete: true } })
  const found = await read(pages(5), { receiver: person(1).toUpperCase().replace('X', 'x') })
  expect(found).toEqual({ asked: [0, 1], history: { addresses: [0, 1].map(person), complete: false } })
  expect((await read(pages(99), { receiver: person(99) })).asked).toHaveLength(6)
  expect((await read(pages(99), { receiver: person(98), seconds: 2 })).asked).toHaveLength(2)
  expect((await read(pages(2))).asked).toEqual([0])
  const broken = await read(pages(4), { receiver: person(99), failing: 2 })
  expect(broken.history).toEqual({ addresses: [0, 1].map(person), complete: false })
  expect((await read(pages(4), { receiver: person(99), failing: 0 })).history).toBeUndefined()
})

test('behavior: threat 23: transfers that others put into the activity make no address known', async () => {
  const { history } = await read([
    [
      sent(person(1)),
      sent(person(2), { sentBy: own.toUpperCase().replace('X', 'x') }),
      sent(person(3), { sentBy: person(7) }),
      sent(own, { sentFrom: person(4), operationType: 'receive' }),
    ],
  ])
  expect(history).toEqual({ addresses: [person(1), person(2)], complete: true })
})
