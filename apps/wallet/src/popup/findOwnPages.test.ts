import { expect, test } from 'vitest'
import { findOwnPages } from './findOwnPages.ts'

const origin = 'https://wallet.example'
/** A window of another origin, as a browser exposes it: its frames, and nothing else. */
function foreign(frames: readonly unknown[] = []) {
  const refuse = () => {
    throw new DOMException('Blocked a frame from accessing a cross-origin frame', 'SecurityError')
  }
  const location = Object.defineProperty({}, 'origin', { get: refuse })
  return Object.assign({ length: frames.length, location }, frames) as unknown as Window
}
const own = { length: 0, location: { origin } } as unknown as Window

test('default: finding F2: threat 150: finds only the wallet’s frame among those of the opener', () => {
  const blank = { length: 0, location: { origin: 'null' } } as unknown as Window
  expect(findOwnPages({ opener: foreign([foreign(), own, blank]), origin })).toStrictEqual([own])
})

test('behavior: a wallet page that opened the window itself', () => {
  expect(findOwnPages({ opener: own, origin })).toStrictEqual([own])
})

test('behavior: no wallet page differs from no opener', () => {
  expect(findOwnPages({ opener: foreign([foreign()]), origin })).toStrictEqual([])
  expect(findOwnPages({ opener: null, origin })).toBeNull()
})
