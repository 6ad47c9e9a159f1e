import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metadataAddress, metadataProgram, readMetadata } from './metaplex.ts'

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

test('default: derives the address of a mint’s metadata', () => {
  // The address that explorers show for USDC.
  expect(metadataAddress(usdc)).toBe('5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq')
})

test('error: reads any bytes without an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
      const account = { owner: metadataProgram, lamports: 1n, data: new Uint8Array([4, ...data]) }
      expect(readMetadata({ mint: usdc, account })).toBeUndefined()
    }),
    { numRuns: 300 },
  )
})
