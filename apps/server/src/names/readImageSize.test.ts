import { expect, test } from 'vitest'
import { readAvatarImage } from './avatarImage.ts'
import { readImageSize } from './readImageSize.ts'

const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  )
const big = (...numbers: number[]) =>
  numbers.flatMap((number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255))
const little = (...numbers: number[]) => numbers.flatMap((number) => [number & 255, number >>> 8])
const from = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
const uri = (type: string, of: Uint8Array) => `data:image/${type};base64,${Buffer.from(of).toString('base64')}`

const png = (width: number, height: number, ...more: (string | number[])[]) =>
  bytes('\x89PNG\r\n\x1a\n', big(13), 'IHDR', big(width, height), [8, 6, 0, 0, 0], big(0), ...more)
const animation = (frames: number) => [big(8), 'acTL', big(frames, 0), big(0)]
const jpeg = (width: number, height: number, marker = 0xc2) =>
  bytes(
    [
      0xff,
      0xd8,
      0xff,
      0xe0,
      0,
      4,
      1,
      1,
      0xff,
      0xff,
      marker,
      0,
      11,
      8,
      height >> 8,
      height & 255,
      width >> 8,
      width & 255,
    ],
    [0, 0, 0],
  )
const frame = (width: number, height: number) => [0x2c, 0, 0, 0, 0, ...little(width, height), 0, 2, 1, 0, 0]
const gif = (width: number, height: number, ...more: number[][]) =>
  bytes(
    'GIF89a',
    little(width, height),
    [0x80, 0, 0],
    [0, 0, 0, 1, 1, 1],
    [0x21, 0xf9, 4, 0, 0, 0, 0, 0],
    ...more,
    [0x3b],
  )
const chunk = (kind: string, body: number[]) => bytes(kind, little(body.length, 0), body)
const webp = (...chunks: Uint8Array[]) => bytes('RIFF', little(0, 0), 'WEBP', ...chunks)
const canvas = (width: number, height: number) => [...little(width - 1), 0, ...little(height - 1), 0]
const box = (kind: string, ...parts: (string | number[] | Uint8Array)[]) => {
  const body = bytes(...parts)
  return bytes(big(8 + body.length), kind, body)
}
const avif = (brand: string, ...sizes: [number, number][]) =>
  bytes(
    box('ftyp', brand, big(0), 'mif1avif'),
    box(
      'meta',
      big(0),
      box('hdlr', big(0)),
      box('iprp', box('ipco', ...sizes.map((size) => box('ispe', big(0, ...size))))),
    ),
  )

test.each<[string, Uint8Array, { contentType: string; longest: number; frames: number }]>([
  ['PNG', png(3, 7), { contentType: 'image/png', longest: 7, frames: 1 }],
  ['PNG that moves', png(3, 7, ...animation(40)), { contentType: 'image/png', longest: 7, frames: 40 }],
  ['JPEG', jpeg(400, 300), { contentType: 'image/jpeg', longest: 400, frames: 1 }],
  [
    'GIF',
    from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='),
    { contentType: 'image/gif', longest: 1, frames: 1 },
  ],
  ['GIF that moves', gif(9, 5, frame(9, 5), frame(2000, 5)), { contentType: 'image/gif', longest: 2000, frames: 2 }],
  [
    'WebP',
    from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
    { contentType: 'image/webp', longest: 1, frames: 1 },
  ],
  [
    'lossless WebP',
    from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='),
    { contentType: 'image/webp', longest: 1, frames: 1 },
  ],
  [
    'WebP that moves',
    webp(
      chunk('VP8X', [2, 0, 0, 0, ...canvas(300, 5)]),
      ...[1, 2, 3].map(() => chunk('ANMF', [0, 0, 0, 0, 0, 0, ...canvas(8, 8), 0, 0, 0, 0])),
    ),
    { contentType: 'image/webp', longest: 300, frames: 3 },
  ],
  ['AVIF', avif('avif', [64, 64], [640, 480]), { contentType: 'image/avif', longest: 640, frames: 1 }],
])('default: %s', (_, picture, expected) => expect(readImageSize(picture)).toEqual(expected))

test.each<[string, Uint8Array]>([
  ['nothing', bytes()],
  ['a drawing', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a page', bytes('<!doctype html><script>alert(1)</script>')],
  ['the beginning of a PNG', png(3, 7).slice(0, 20)],
  ['no points', png(0, 0)],
  ['a JPEG whose height comes behind its points', jpeg(400, 0)],
  ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xda, 0, 2])],
  ['a film', avif('avis', [64, 64])],
  ['an AVIF that does not say', avif('avif')],
  ['a box that never ends', bytes(box('ftyp', 'avif', big(0), 'avif'), big(1), 'meta', big(0, 0))],
])('error: %s', (_, picture) => expect(readImageSize(picture)).toBeUndefined())

test('behavior: an accepted picture is small after decoding, with any type in its text', () => {
  for (const good of [png(1024, 1024), jpeg(1024, 10), gif(64, 64, frame(64, 64)), avif('avif', [1024, 1])])
    expect(readAvatarImage(uri('png', good))?.contentType).toBe(readImageSize(good)?.contentType)
  const bombs = [
    ...[
      png(1025, 1),
      png(1, 60_000),
      jpeg(60_000, 60_000, 0xc0),
      gif(60_000, 60_000, frame(1, 1)),
      avif('avif', [1, 1], [30_000, 30_000]),
    ],
    // Few bytes that contain many large frames.
    ...[png(1000, 1000, ...animation(1000)), gif(1000, 1000, ...Array.from({ length: 200 }, () => frame(1000, 1000)))],
  ]
  for (const bomb of bombs) expect(readAvatarImage(uri('png', bomb))).toBeUndefined()
})
