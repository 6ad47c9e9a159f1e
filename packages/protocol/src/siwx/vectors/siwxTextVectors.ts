import { attackTexts } from './attackTexts.ts'
import { ethereumTexts } from './ethereumTexts.ts'
import type { SiwxTextVector } from './SiwxVector.ts'
import { solanaTexts } from './solanaTexts.ts'
import { uriTexts } from './uriTexts.ts'

/** Texts that every parser of sign-in messages should read equally: public ones, and our own attacks. */
export const siwxTextVectors: readonly SiwxTextVector[] = [
  ...ethereumTexts,
  ...uriTexts,
  ...solanaTexts,
  ...attackTexts,
]
