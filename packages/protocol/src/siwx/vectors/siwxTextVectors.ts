import { attackTexts } from './attackTexts.ts'
import { ethereumTexts } from './ethereumTexts.ts'
import type { SiwxTextVector } from './SiwxVector.ts'
import { solanaTexts } from './solanaTexts.ts'
import { uriTexts } from './uriTexts.ts'

/** Texts that every reader of sign-in messages should read alike: public ones, and attacks of our own. */
export const siwxTextVectors: readonly SiwxTextVector[] = [
  ...ethereumTexts,
  ...uriTexts,
  ...solanaTexts,
  ...attackTexts,
]
