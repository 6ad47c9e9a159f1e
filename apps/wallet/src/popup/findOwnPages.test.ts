import { expect, test } from 'vitest'
import { findOwnPages } from './findOwnPages.ts'

const origin = 'https://wallet.example'
/** A window of another origin, as a browser shows it: its frames, and nothing else. */
function foreign(frames: readonly unknown[] = []) {
  const refuse = () => {
    throw new DOMException('Blocked a frame from accessing a cross-origin frame', 'SecurityError')
  }
  const location = Object.defineProperty({}, 'origin', { get: refuse })
  return Object.assign({ length: frames.length, location }, frames) as unknown as Window
}
const own = { length: 0, location: { origin } } as unknown as Window

test('default: finding F2: threat 150: the wallet’s frame among those of the page that opened the window, and no other', () => {
  const blank = { length: 0, location: { origin: 'null' } } as unknown as Window
  expect(findOwnPages({ opener: foreign([foreign(), own, blank]), origin })).toStrictEqual([own])
})

test('behavior: a page of the wallet that opened the window itself', () => {
  expect(findOwnPages({ opener: own, origin })).toStrictEqual([own])
})

test('behavior: none is something else than no page that opened it', () => {
  expect(findOwnPages({ opener: foreign([foreign()]), origin })).toStrictEqual([])
  expect(findOwnPages({ opener: null, origin })).toBeNull()
})
